#include "delegates/cpu/cpu_delegate.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "delegates/cpu/cpu_layer.h"
#include "delegates/cpu/cpu_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/gemm/stored/float_row.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tensorflow_lite_lite/delegate/fake_host.h"
#include "tensorflow_lite_lite/schema/allocation.h"
#include "testing/conformance/delegated_case.h"
#include "testing/golden/shared_model.h"

namespace tflite::cpu {
namespace {

using conformance::Case;
using conformance::TensorHandle;
using ::testing::HasSubstr;

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

DelegatePtr Default() {
  return DelegatePtr(CpuDelegateCreate(nullptr), CpuDelegateDelete);
}

TfLiteConvParams OneByOne() {
  TfLiteConvParams p{};
  p.padding = kTfLitePaddingSame;
  p.stride_height = p.stride_width = 1;
  p.dilation_height_factor = p.dilation_width_factor = 1;
  return p;
}

// A layer of floats: `result` is that of a 1x1 convolution of 4 channels.
Case LayerCase(const char* name, const std::vector<int>& input,
               TensorHandle& result) {
  return Case(name, "float32")
      .Op(kTfLiteBuiltinConv2d, OneByOne())
      .In(conformance::kFloat32, input)
      .Const(conformance::kFloat32, {4, 1, 1, 2})
      .Absent()
      .Inner(conformance::kFloat32)
      .As(result);
}

TEST(CpuDelegate, HasTheReferencesBits) {
  const DelegatePtr delegate = Default();
  EXPECT_GT(conformance::ExpectExactBytes(delegate.get()), 50);
}

TEST(CpuDelegate, LeavesAnAdditionOfAResultReadTwice) {
  TensorHandle result;
  const Case c = LayerCase("Twice", {1, 3, 3, 2}, result)
                     .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
                     .Same(result)
                     .Same(result)
                     .Out(conformance::kFloat32)
                     .Within(conformance::Near(1e-5));
  const DelegatePtr delegate = Default();
  const auto run = conformance::Prepared(c, delegate.get());
  EXPECT_EQ(conformance::NodesLeft(run->interpreter()), 1);
  EXPECT_THAT(conformance::Refusals(run->interpreter()),
              HasSubstr("neither operand comes from a layer alone"));
  conformance::ExpectSame(c, *run);
}

// The convolution is left to its operator, and so is what would fuse with it.
TEST(CpuDelegate, LeavesAnAdditionWithoutItsLayer) {
  TensorHandle result;
  const Case c = Case("Hybrid", "float32")
                     .Op(kTfLiteBuiltinConv2d, OneByOne())
                     .In(conformance::kFloat32, {1, 3, 3, 2})
                     .Const(conformance::kInt8.Scaled(0.02f, 0), {4, 1, 1, 2})
                     .Absent()
                     .Inner(conformance::kFloat32)
                     .As(result)
                     .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
                     .Same(result)
                     .In(conformance::kFloat32, {1, 3, 3, 4})
                     .Out(conformance::kFloat32)
                     .Within(conformance::Near(0.1));
  const DelegatePtr delegate = Default();
  const auto run = conformance::Prepared(c, delegate.get());
  EXPECT_EQ(conformance::NodesLeft(run->interpreter()), 2);
  EXPECT_THAT(conformance::Refusals(run->interpreter()),
              HasSubstr("no layer of the partition takes it in"));
  conformance::ExpectSame(c, *run);
}

// A convolution of `size` by `size` pixels and a function of its result.
Case CurvedCase(const conformance::Elements& e, int size,
                int curve = kTfLiteBuiltinHardSwish) {
  TensorHandle result;
  return Case("Curved", e.name)
      .Op(kTfLiteBuiltinConv2d, OneByOne())
      .In(e, {1, size, size, 2})
      .Const(e, {4, 1, 1, 2})
      .Absent()
      .Inner(e)
      .As(result)
      .Op(curve)
      .Same(result)
      .Out(e)
      .Within(conformance::Near(1e-5));
}

TEST(CpuDelegate, HasDefaultOptions) {
  const CpuDelegateOptions options = CpuDelegateOptionsDefault();
  EXPECT_EQ(options.strip_bytes, 384 << 10);
  EXPECT_EQ(options.least_value_bytes, 1 << 20);
}

TEST(CpuDelegate, WantsAnInterpreterOfThisLibrary) {
  ::tflite::testing::FakeHost host({kTfLiteBuiltinRelu});
  const DelegatePtr delegate = Default();
  EXPECT_EQ(delegate->Prepare(&host, delegate.get()), kTfLiteDelegateError);
  EXPECT_EQ(host.errors, "CpuDelegate: the host is another runtime\n");
}

TEST(CpuDelegate, TakesClampsOfALayer) {
  for (const int clamp : {kTfLiteBuiltinRelu, kTfLiteBuiltinRelu6,
                          kTfLiteBuiltinRelu0To1, kTfLiteBuiltinReluN1To1}) {
    const Case c = CurvedCase(conformance::kFloat32.Range(-4, 4), 3, clamp);
    const DelegatePtr delegate = Default();
    const auto run = conformance::Prepared(c, delegate.get());
    EXPECT_EQ(conformance::NodesLeft(run->interpreter()), 0)
        << conformance::Refusals(run->interpreter());
    conformance::ExpectSame(c, *run);
  }
}

std::string RefusalsOf(const CpuNodeLimits& nodes, const Case& c) {
  const DelegatePtr delegate(
      CreateCpuDelegate(CpuDelegateOptionsDefault(), {}, nodes),
      CpuDelegateDelete);
  const auto run = conformance::Prepared(c, delegate.get());
  conformance::ExpectSame(c, *run);
  return conformance::Refusals(run->interpreter());
}

TEST(CpuDelegate, LeavesWhatFusionDoesNotMakeSmaller) {
  const Case large = CurvedCase(conformance::kFloat32, 9);
  const Case small = CurvedCase(conformance::kFloat32, 8);
  CpuNodeLimits nodes;
  nodes.least_fused_bytes = 9 * 9 * 4 * 4;
  EXPECT_EQ(RefusalsOf(nodes, large), "");
  EXPECT_THAT(RefusalsOf(nodes, small), HasSubstr("fusion would save little"));
  nodes.least_fused_bytes = 0;
  EXPECT_EQ(RefusalsOf(nodes, small), "");
}

TEST(CpuDelegate, LeavesCodeThatTheApplicationMayHaveReplaced) {
  CpuNodeLimits nodes;
  nodes.meaning_is_known = [](const TfLiteRegistration& r) {
    return r.builtin_code != kTfLiteBuiltinHardSwish;
  };
  EXPECT_THAT(RefusalsOf(nodes, CurvedCase(conformance::kFloat32, 3)),
              HasSubstr("its own code"));
}

TEST(CpuDelegate, LeavesIntegersIfOnlyFloatsAreWanted) {
  const Case c = Case("Integers", "int8")
                     .Op(kTfLiteBuiltinConv2d, OneByOne())
                     .In(conformance::kInt8, {1, 3, 3, 2})
                     .Const(conformance::kInt8.Scaled(0.02f, 0), {4, 1, 1, 2})
                     .Absent()
                     .Out(conformance::kInt8);
  CpuNodeLimits nodes;
  EXPECT_EQ(RefusalsOf(nodes, c), "");
  nodes.only_floats = true;
  EXPECT_THAT(RefusalsOf(nodes, c), HasSubstr("only floats"));
}

// A product with a function of something else than the layer's result.
TEST(CpuDelegate, LeavesAProductWithAnotherGate) {
  TensorHandle result, gate;
  const Case c = Case("OtherGate", "float32")
                     .Op(kTfLiteBuiltinLogistic)
                     .In(conformance::kFloat32, {1, 3, 3, 4})
                     .Inner(conformance::kFloat32)
                     .As(gate)
                     .Op(kTfLiteBuiltinConv2d, OneByOne())
                     .In(conformance::kFloat32, {1, 3, 3, 2})
                     .Const(conformance::kFloat32, {4, 1, 1, 2})
                     .Absent()
                     .Inner(conformance::kFloat32)
                     .As(result)
                     .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
                     .Same(result)
                     .Same(gate)
                     .Out(conformance::kFloat32)
                     .Within(conformance::Near(1e-5));
  EXPECT_THAT(RefusalsOf({}, c),
              HasSubstr("it is not part of a layer before or behind it"));
}

TEST(CpuDelegate, LeavesFactorsThatAreNotOfChannels) {
  const auto scaled = [](const std::vector<int>& factors) {
    TensorHandle result;
    return Case("Factors", "float32")
        .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
        .In(conformance::kFloat32, {1, 3, 5, 2})
        .In(conformance::kFloat32, factors)
        .Inner(conformance::kFloat32)
        .As(result)
        .Op(kTfLiteBuiltinConv2d, OneByOne())
        .Same(result)
        .Const(conformance::kFloat32, {4, 1, 1, 2})
        .Absent()
        .Out(conformance::kFloat32)
        .Within(conformance::Near(1e-5));
  };
  EXPECT_EQ(RefusalsOf({}, scaled({1, 1, 1, 2})), "");
  for (const std::vector<int>& factors : std::vector<std::vector<int>>{
           {1, 3, 1, 2}, {1, 1, 5, 2}, {1, 1, 1, 1}}) {
    EXPECT_THAT(RefusalsOf({}, scaled(factors)),
                HasSubstr("no operand has a factor per channel"));
  }
}

// Bytes times a function of them.
Case GatedCase(int size) {
  TensorHandle x, gate;
  const auto bytes = conformance::kInt8;
  return Case("Gated", "int8")
      .Op(kTfLiteBuiltinLogistic)
      .In(bytes.Scaled(0.05f, 3), {1, size, size, 4})
      .As(x)
      .Inner(bytes.Scaled(1 / 256.0f, -128))
      .As(gate)
      .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
      .Same(x)
      .Same(gate)
      .Out(bytes.Scaled(0.04f, -5));
}

TEST(CpuDelegate, DividesTablesAmongThreads) {
  const Case c = GatedCase(256);
  const DelegatePtr delegate = Default();
  const auto run = conformance::Prepared(c, delegate.get(), /*threads=*/4);
  EXPECT_EQ(conformance::NodesLeft(run->interpreter()), 0);
  conformance::ExpectSame(c, *run);
}

// A function of bytes whose product with them is left saves nothing.
TEST(CpuDelegate, LeavesATableWithoutItsProduct) {
  const Case c = GatedCase(4);
  EXPECT_EQ(RefusalsOf({}, c), "");
  SimpleDelegateInterface::Options common;
  common.deny = "MUL";
  const DelegatePtr delegate(
      CreateCpuDelegate(CpuDelegateOptionsDefault(), common),
      CpuDelegateDelete);
  const auto run = conformance::Prepared(c, delegate.get());
  EXPECT_EQ(conformance::NodesLeft(run->interpreter()), 2);
  EXPECT_THAT(conformance::Refusals(run->interpreter()),
              HasSubstr("fusion would save little"));
}

// What is added to a layer's result may be constant.
TEST(CpuDelegate, AddsConstants) {
  TensorHandle result;
  const Case c = LayerCase("Constants", {1, 5, 3, 2}, result)
                     .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
                     .Const(conformance::kFloat32, {1, 5, 3, 4})
                     .Same(result)
                     .Out(conformance::kFloat32)
                     .Within(conformance::Near(1e-5));
  EXPECT_EQ(RefusalsOf({}, c), "");
}

TEST(CpuDelegate, LeavesAnAdditionThatIsBroadcast) {
  TensorHandle result;
  const Case c = LayerCase("Broadcast", {1, 5, 3, 2}, result)
                     .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
                     .Same(result)
                     .In(conformance::kFloat32, {1, 1, 1, 4})
                     .Out(conformance::kFloat32)
                     .Within(conformance::Near(1e-5));
  EXPECT_THAT(RefusalsOf({}, c),
              HasSubstr("operands of different shapes are not supported"));
}

// Padding at the bottom only: as a whole the convolution has one row more than
// its input, but all strips except the last have equally many.
TEST(CpuDelegate, RunsStripsOfAnImagePaddedBelow) {
  TensorHandle result;
  const Case c = Case("PadBelow", "float32")
                     .Op(kTfLiteBuiltinPad, TfLitePadParams{})
                     .In(conformance::kFloat32, {1, 6, 40, 8})
                     .Const(conformance::kInt32, {4, 2},
                            {0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0})
                     .Inner(conformance::kFloat32)
                     .As(result)
                     .Op(kTfLiteBuiltinConv2d, OneByOne())
                     .Same(result)
                     .Const(conformance::kFloat32, {4, 1, 1, 8})
                     .Const(conformance::kFloat32, {4})
                     .Inner(conformance::kFloat32)
                     .As(result)
                     .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
                     .Same(result)
                     .In(conformance::kFloat32, {1, 9, 40, 4})
                     .Out(conformance::kFloat32)
                     .Within(conformance::Near(1e-4));
  for (const int64_t strip_bytes : {1, 1300, 2000, 3000}) {
    SCOPED_TRACE(strip_bytes);
    const CpuDelegateOptions options{strip_bytes, /*least_value_bytes=*/0};
    const DelegatePtr delegate(CpuDelegateCreate(&options), CpuDelegateDelete);
    const auto run = conformance::Prepared(c, delegate.get());
    EXPECT_EQ(conformance::NodesLeft(run->interpreter()), 0)
        << conformance::Refusals(run->interpreter());
    conformance::ExpectSame(c, *run);
  }
}

// The bytes of the case's result, by the fast operators or the delegate.
std::string ResultOf(const Case& c, TfLiteDelegate* delegate) {
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  conformance::CaseRun run(c, /*seed=*/1);
  EXPECT_TRUE(run.Build(resolver, nullptr).ok());
  EXPECT_TRUE(run.Allocate().ok());
  if (delegate != nullptr) {
    EXPECT_EQ(run.interpreter().ModifyGraphWithDelegate(delegate), kTfLiteOk);
    EXPECT_TRUE(run.Allocate().ok());
    EXPECT_EQ(conformance::DelegatedPartitions(run.interpreter()), 1)
        << conformance::Refusals(run.interpreter());
  }
  const auto results = run.Invoke();
  EXPECT_TRUE(results.ok()) << results.status();
  return results.ok() ? (*results)[0].bytes : "";
}

// A single window that is all of its input has sums of its own: with padding as
// a part of it, it would become one, or would not be one any more.
TEST(CpuDelegate, HasTheBitsOfASingleWindowBehindPadding) {
  struct Window {
    double before;
    int in, filter, stride;
  };
  for (const Window& w : {Window{1, 4, 6, 1}, Window{0, 3, 3, 2}}) {
    TfLiteConvParams conv = OneByOne();
    conv.padding = kTfLitePaddingValid;
    conv.stride_height = conv.stride_width = w.stride;
    TensorHandle padded;
    const Case c =
        Case("PadOfAWindow", "float32")
            .Op(kTfLiteBuiltinPad, TfLitePadParams{})
            .In(conformance::kFloat32, {1, w.in, w.in, 8})
            .Const(conformance::kInt32, {4, 2},
                   {0.0, 0.0, w.before, 1.0, w.before, 1.0, 0.0, 0.0})
            .Inner(conformance::kFloat32)
            .As(padded)
            .Op(kTfLiteBuiltinConv2d, conv)
            .Same(padded)
            .Const(conformance::kFloat32, {16, w.filter, w.filter, 8})
            .Const(conformance::kFloat32, {16})
            .Out(conformance::kFloat32);
    const DelegatePtr delegate = Default();
    EXPECT_TRUE(ResultOf(c, delegate.get()) == ResultOf(c, nullptr)) << w.in;
  }
}

LayerSpec SmallLayer(const std::vector<float>& weights) {
  kernels::FullyConnected op;
  op.rows = 1;
  op.depth = 2;
  op.units = 2;
  op.sum.input_type = op.sum.weights_type = op.sum.output_type = kTfLiteFloat32;
  op.sum.channels = 2;
  op.sum.float_range = {-10.0f, 10.0f};
  op.sum.weights_constant = op.sum.bias_constant = true;
  LayerSpec spec;
  spec.op = op;
  spec.weights = ConstantElements<char>(
      reinterpret_cast<const char*>(weights.data()), weights.size() * 4);
  return spec;
}

TEST(LayerStore, SharesALayerWhileItIsInUse) {
  const std::vector<float> weights = {1, 2, 3, 4};
  LayerStore store;
  const auto first = store.Get(SmallLayer(weights));
  const auto second = store.Get(SmallLayer(weights));
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(*first, *second);
  LayerSpec clamped = SmallLayer(weights);
  clamped.sum().float_range.max = 6.0f;
  const auto third = store.Get(std::move(clamped));
  ASSERT_TRUE(third.ok());
  EXPECT_NE(*first, *third);
  EXPECT_EQ(*store.Get(SmallLayer(weights)), *first);

  // Its weights are packed once for both.
  ThreadPool alone(1);
  ASSERT_TRUE((*first)->Pack(alone).ok());
  const float in[] = {1, 1};
  float out[] = {0, 0};
  alignas(64) char scratch[4096];
  ASSERT_LE((*second)->RunBytes(1), sizeof(scratch));
  (*second)->Run(in, out, scratch, alone);
  EXPECT_THAT(out, ::testing::ElementsAre(3.0f, 7.0f));
}

TEST(CpuLayer, PacksItsWeightsOnce) {
  std::vector<float> weights = {1, 2, 3, 4};
  LayerSpec spec = SmallLayer(weights);
  std::get<kernels::FullyConnected>(spec.op).rows = 2;
  const auto layer = CpuLayer::Create(std::move(spec));
  ASSERT_TRUE(layer.ok()) << layer.status();
  ASSERT_FALSE((*layer)->reads_weights());
  EXPECT_EQ((*layer)->out_bytes(), 2 * 2 * 4);
  ThreadPool alone(1);
  ASSERT_TRUE((*layer)->Pack(alone).ok());
  std::fill(weights.begin(), weights.end(), 0.0f);
  ASSERT_TRUE((*layer)->Pack(alone).ok());
  const float in[] = {1, 1, 2, -1};
  float out[4] = {};
  alignas(64) char scratch[4096];
  ASSERT_LE((*layer)->RunBytes(1), sizeof(scratch));
  (*layer)->Run(in, out, scratch, alone);
  EXPECT_THAT(out, ::testing::ElementsAre(3.0f, 7.0f, 0.0f, 2.0f));
}

TEST(LayerStore, ForgetsALayerThatIsNotInUse) {
  const std::vector<float> weights = {1, 2, 3, 4};
  LayerStore store;
  std::weak_ptr<CpuLayer> before = *store.Get(SmallLayer(weights));
  EXPECT_TRUE(before.expired());
  EXPECT_TRUE(store.Get(SmallLayer(weights)).ok());
}

// The result between two layers would have terabytes.
TEST(CpuProgram, ReportsThatThereIsNotEnoughMemory) {
  const std::vector<float> weights = {1, 2, 3, 4};
  CpuGraph graph;
  graph.values.resize(3);
  graph.values[0].kind = PartitionValue::Kind::kInput;
  graph.values[2].kind = PartitionValue::Kind::kOutput;
  for (int i = 0; i < 3; ++i) graph.values[i].tensor = i == 1 ? -1 : i;
  graph.values[0].bytes = graph.values[2].bytes = 8;
  graph.values[1].bytes = uint64_t{1} << 50;
  for (int i = 0; i < 2; ++i) {
    CpuCall call;
    call.operands = {{i}, {i + 1, /*written=*/true}};
    call.steps.push_back({SmallLayer(weights), nullptr});
    graph.calls.push_back(std::move(call));
  }
  LayerStore store;
  const auto program = MakeCpuProgram(std::move(graph), ChainLimits{}, &store);
  ASSERT_TRUE(program.ok()) << program.status();
  const base::Status status = (*program)->Prepare(nullptr);
  EXPECT_THAT(std::string(status.message()), HasSubstr("not enough memory"));
}

// As when new shapes make a layer another operator's.
TEST(CpuProgram, NamesANodeThatNoLayerTakesIn) {
  CpuGraph graph;
  CpuCall& call = graph.calls.emplace_back();
  call.kind = CpuCall::Kind::kClamp;
  call.nodes = {5, 6};
  LayerStore store;
  EXPECT_EQ(MakeCpuProgram(graph, ChainLimits{}, &store).status().message(),
            "node 5 is no longer part of a layer");
}

class CpuModels : public ::testing::TestWithParam<const char*> {};

// Invokes the model with inputs that depend on the position only.
std::vector<std::string> Outputs(const FlatBufferModel& model,
                                 TfLiteDelegate* delegate, int* left) {
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  std::unique_ptr<Interpreter> interpreter;
  EXPECT_EQ(InterpreterBuilder(model, resolver)(&interpreter), kTfLiteOk);
  if (delegate != nullptr) {
    EXPECT_EQ(interpreter->ModifyGraphWithDelegate(delegate), kTfLiteOk);
  }
  EXPECT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  uint32_t state = 7;
  for (const int input : interpreter->inputs()) {
    TfLiteTensor* t = interpreter->tensor(input);
    for (size_t i = 0; i < t->bytes; ++i) {
      state = state * 1664525 + 1013904223;
      if (t->type != kTfLiteFloat32) {
        t->data.uint8[i] = static_cast<uint8_t>(state >> 24);
      } else if (i % 4 == 0) {
        t->data.f[i / 4] = static_cast<float>(state >> 8) * 0x1p-24f;
      }
    }
  }
  EXPECT_EQ(interpreter->Invoke(), kTfLiteOk);
  *left = conformance::NodesLeft(*interpreter);
  std::vector<std::string> outputs;
  for (const int output : interpreter->outputs()) {
    const TfLiteTensor* t = interpreter->tensor(output);
    outputs.emplace_back(t->data.raw, t->bytes);
  }
  return outputs;
}

TEST_P(CpuModels, HaveTheBitsOfTheOperators) {
  TFLL_OPEN_SHARED_MODEL(model, GetParam());
  int all = 0, left = 0;
  const std::vector<std::string> expected = Outputs(model, nullptr, &all);
  // Strips wherever there can be any.
  const CpuDelegateOptions options{/*strip_bytes=*/100000,
                                   /*least_value_bytes=*/0};
  const DelegatePtr delegate(CpuDelegateCreate(&options), CpuDelegateDelete);
  const std::vector<std::string> outputs =
      Outputs(model, delegate.get(), &left);
  EXPECT_LT(left, all);
  ASSERT_EQ(outputs.size(), expected.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    EXPECT_TRUE(outputs[i] == expected[i]) << "output " << i;
  }
}

// A file that notes which of its pages are given back.
class NotingFile : public MMAPAllocation {
 public:
  explicit NotingFile(const std::string& name)
      : MMAPAllocation(name.c_str(), DefaultErrorReporter()) {}
  void DropPages(const void* data, size_t bytes) const override {
    dropped.insert(data);
    MMAPAllocation::DropPages(data, bytes);
  }
  mutable std::set<const void*> dropped;
};

// The constants of convolutions are packed, but for those of a single window.
TEST(CpuDelegate, GivesBackThePagesOfWhatItHasPacked) {
  constexpr char kName[] = "mobilenet_v1_0.25_224_float";
  TFLL_OPEN_SHARED_MODEL(known, kName);
  ASSERT_TRUE(known.initialized());
  auto file = std::make_unique<NotingFile>(golden::SharedModelFolder(kName) +
                                           "/model.tflite");
  const NotingFile& noting = *file;
  const auto model = FlatBufferModel::BuildFromAllocation(std::move(file));
  ASSERT_NE(model, nullptr);
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  std::unique_ptr<Interpreter> interpreter;
  ASSERT_EQ(InterpreterBuilder(*model, resolver)(&interpreter), kTfLiteOk);
  std::set<const void*> large, of_images;
  for (const int n : interpreter->execution_plan()) {
    const auto& [node, registration] = *interpreter->node_and_registration(n);
    if (registration.builtin_code != kTfLiteBuiltinConv2d) continue;
    const TfLiteTensor& filter = *interpreter->tensor(node.inputs->data[1]);
    if (filter.bytes < 32 * 1024) continue;
    large.insert(filter.data.data);
    const TfLiteTensor& in = *interpreter->tensor(node.inputs->data[0]);
    if (in.dims->data[1] > 1) of_images.insert(filter.data.data);
  }
  ASSERT_FALSE(of_images.empty());
  ASSERT_LT(of_images.size(), large.size());
  const DelegatePtr delegate = Default();
  ASSERT_EQ(interpreter->ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
  ASSERT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  EXPECT_TRUE(noting.dropped.empty());
  ASSERT_EQ(interpreter->Invoke(), kTfLiteOk);
  EXPECT_EQ(noting.dropped, kernels::HasStoredFloatRow() ? of_images : large);
  noting.dropped.clear();
  ASSERT_EQ(interpreter->Invoke(), kTfLiteOk);
  EXPECT_TRUE(noting.dropped.empty());
}

INSTANTIATE_TEST_SUITE_P(Shared, CpuModels,
                         ::testing::Values("mobilenet_v2_1.0_224_quant",
                                           "tf2_mobilenet_v2_1.0_224_ptq",
                                           "coco_ssd_mobilenet_v1_quant",
                                           "movenet_single_pose_lightning_ptq",
                                           "kws_int8", "resnet8_int8",
                                           "resnet8_float", "vww_96_int8",
                                           "vww_96_float", "ad01_int8",
                                           "mobilenet_v1_0.25_224_float"),
                         golden::SharedModelTestName);

}  // namespace
}  // namespace tflite::cpu
