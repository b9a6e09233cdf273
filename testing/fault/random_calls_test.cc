// Random sequences of what an application may do with an interpreter, its
// delegates and its memory. Whatever came before, tensors can be allocated, and
// a run gives the results of a new interpreter.

#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/conformance/mirror_delegate.h"
#include "testing/fault/small_model.h"
#include "testing/kernels_by_name.h"
#include "testing/util.h"

namespace tflite::fault {
namespace {

using conformance::MirrorFault;
using conformance::MirrorOptions;

constexpr int kColumns = 3;
constexpr int kMaxRows = 5;

// Adds nodes to one graph of a model.
class GraphOf {
 public:
  GraphOf(ModelT* model, const std::string& name) : model_(model) {
    index_ = static_cast<int>(model->subgraphs.size());
    model->subgraphs.push_back(std::make_unique<SubGraphT>());
    model->subgraphs.back()->name = name;
  }
  int Input(TensorType type, const std::vector<int>& shape) {
    graph().inputs.push_back(Tensor(type, shape));
    return graph().inputs.back();
  }
  template <typename T>
  int Constant(TensorType type, const std::vector<int>& shape,
               const std::vector<T>& values) {
    return AddConstant(model_, index_, Name(), type, shape, BytesOf(values));
  }
  // Adds a node with one output, and returns the output.
  template <typename Options>
  int Node(BuiltinOperator op, const std::vector<int>& inputs, TensorType type,
           const std::vector<int>& shape, const Options& options) {
    const int output = Tensor(type, shape);
    AddNode(model_, index_, op, inputs, {output})
        ->builtin_options.Set(Options(options));
    return output;
  }
  int Node(BuiltinOperator op, const std::vector<int>& inputs, TensorType type,
           const std::vector<int>& shape) {
    const int output = Tensor(type, shape);
    AddNode(model_, index_, op, inputs, {output});
    return output;
  }
  void Signature(const std::string& key, const std::vector<int>& outputs) {
    graph().outputs = outputs;
    auto signature = std::make_unique<SignatureDefT>();
    signature->signature_key = key;
    signature->subgraph_index = static_cast<uint32_t>(index_);
    const auto name = [](const char* prefix, const std::vector<int>& tensors,
                         auto* list) {
      for (size_t i = 0; i < tensors.size(); ++i) {
        list->push_back(std::make_unique<TensorMapT>());
        list->back()->name = prefix + std::to_string(i);
        list->back()->tensor_index = static_cast<uint32_t>(tensors[i]);
      }
    };
    name("in", graph().inputs, &signature->inputs);
    name("out", outputs, &signature->outputs);
    model_->signature_defs.push_back(std::move(signature));
  }
  SubGraphT& graph() { return *model_->subgraphs[index_]; }

 private:
  std::string Name() { return "t" + std::to_string(graph().tensors.size()); }
  int Tensor(TensorType type, const std::vector<int>& shape) {
    return AddTensor(model_, index_, Name(), type, shape);
  }

  ModelT* model_;
  int index_;
};

constexpr TensorType kFloat = TensorType_FLOAT32;
constexpr TensorType kInt = TensorType_INT32;

// The number of the given rows, as a scalar.
int CountOf(GraphOf* graph, int rows) {
  const int one = graph->Constant<int>(kInt, {1}, {1});
  const int zero = graph->Constant<int>(kInt, {1}, {0});
  ShapeOptionsT int32;
  int32.out_type = kInt;
  const int shape =
      graph->Node(BuiltinOperator_SHAPE, {rows}, kInt, {2}, int32);
  StridedSliceOptionsT first;
  first.shrink_axis_mask = 1;
  return graph->Node(BuiltinOperator_STRIDED_SLICE, {shape, zero, one, one},
                     kInt, {}, first);
}

// The given rows, reshaped to the shape that is read of them.
int Reshaped(GraphOf* graph, int rows) {
  const int scalar = graph->Constant<int>(kInt, {}, {1});
  const int columns = graph->Constant<int>(kInt, {}, {kColumns});
  const int count = CountOf(graph, rows);
  PackOptionsT three;
  three.values_count = 3;
  const int packed = graph->Node(BuiltinOperator_PACK, {count, scalar, columns},
                                 kInt, {3}, three);
  return graph->Node(BuiltinOperator_RESHAPE, {rows, packed}, kFloat,
                     {2, 1, kColumns});
}

// 'main' has shapes that are computed while preparing, one of them an output,
// tensors whose size only a run can tell, and a call of two other graphs.
std::string ModelFile() {
  ModelT model;
  model.version = 3;
  model.buffers.push_back(std::make_unique<BufferT>());
  const std::vector<int> rows = {2, kColumns};
  GraphOf main(&model, "main");
  const int x = main.Input(kFloat, rows);
  const int flag = main.Input(TensorType_BOOL, {1});
  const int c = main.Constant<float>(kFloat, {kColumns}, {0.5f, -1, 2});
  const int sum =
      main.Node(BuiltinOperator_ADD, {x, c}, kFloat, rows, AddOptionsT());
  const int square =
      main.Node(BuiltinOperator_MUL, {sum, sum}, kFloat, rows, MulOptionsT());
  const int smooth =
      main.Node(BuiltinOperator_LOGISTIC, {Reshaped(&main, square)}, kFloat,
                {2, 1, kColumns});
  IfOptionsT branches;
  branches.then_subgraph_index = 1;
  branches.else_subgraph_index = 2;
  const int chosen =
      main.Node(BuiltinOperator_IF, {flag, sum}, kFloat, rows, branches);
  const int none = main.Constant<float>(kFloat, {}, {0});
  const int positive = main.Node(BuiltinOperator_GREATER, {chosen, none},
                                 TensorType_BOOL, rows, GreaterOptionsT());
  const int where =
      main.Node(BuiltinOperator_WHERE, {positive}, TensorType_INT64, {1, 2});
  const int found =
      main.Node(BuiltinOperator_GATHER_ND, {sum, where}, kFloat, {1});
  const int twice = main.Node(BuiltinOperator_ADD, {found, found}, kFloat, {1},
                              AddOptionsT());
  ShapeOptionsT int32;
  int32.out_type = kInt;
  const int shape =
      main.Node(BuiltinOperator_SHAPE, {smooth}, kInt, {3}, int32);
  main.Signature("main", {smooth, chosen, twice, shape});
  for (const BuiltinOperator op : {BuiltinOperator_RELU, BuiltinOperator_NEG}) {
    GraphOf branch(&model, EnumNameBuiltinOperator(op));
    const int in = branch.Input(kFloat, rows);
    branch.graph().outputs = {branch.Node(op, {in}, kFloat, rows)};
  }
  GraphOf other(&model, "other");
  const int z = other.Input(kFloat, rows);
  const int more =
      other.Node(BuiltinOperator_ADD, {z, z}, kFloat, rows, AddOptionsT());
  other.Signature("other", {Reshaped(&other, more)});
  return Pack(model);
}

using Values = std::vector<std::vector<float>>;

std::vector<float> ValuesOf(const TfLiteTensor& t) {
  std::vector<float> values;
  for (int i = 0; i < t.dims->size; ++i) {
    values.push_back(static_cast<float>(t.dims->data[i]));
  }
  const size_t count = t.bytes / 4;
  for (size_t i = 0; i < count; ++i) {
    values.push_back(t.type == kTfLiteInt32 ? static_cast<float>(t.data.i32[i])
                                            : t.data.f[i]);
  }
  return values;
}

// What a new interpreter makes of the inputs of a signature.
class Oracle {
 public:
  explicit Oracle(const FlatBufferModel& model)
      : model_(model), resolver_(KernelsByName("reference")) {}

  Values Outputs(const char* key, const std::vector<float>& rows, bool flag) {
    std::unique_ptr<Interpreter> interpreter;
    InterpreterBuilder(model_, *resolver_)(&interpreter);
    SignatureRunner* runner = interpreter->GetSignatureRunner(key);
    const int count = static_cast<int>(rows.size()) / kColumns;
    EXPECT_EQ(runner->ResizeInputTensor("in0", {count, kColumns}), kTfLiteOk);
    EXPECT_EQ(runner->AllocateTensors(), kTfLiteOk);
    if (count > 0) {
      std::memcpy(runner->input_tensor("in0")->data.raw, rows.data(),
                  rows.size() * sizeof(float));
    }
    if (runner->input_size() > 1) runner->input_tensor("in1")->data.b[0] = flag;
    EXPECT_EQ(runner->Invoke(), kTfLiteOk);
    Values values;
    for (const char* name : runner->output_names()) {
      values.push_back(ValuesOf(*runner->output_tensor(name)));
    }
    return values;
  }

 private:
  const FlatBufferModel& model_;
  const std::unique_ptr<OpResolver> resolver_;
};

// Memory that the application lends for a tensor.
struct Lent {
  Lent() : bytes(kBytes + 64) {}
  TfLiteCustomAllocation allocation() {
    void* start = bytes.data();
    size_t room = bytes.size();
    return {std::align(64, kBytes, start, room), kBytes};
  }
  static constexpr size_t kBytes = 64 * kMaxRows * kColumns;
  std::vector<char> bytes;
};

class Application {
 public:
  Application(const FlatBufferModel& model, uint32_t seed)
      : model_(model),
        oracle_(model),
        resolver_(KernelsByName("fast")),
        random_(seed) {
    Build();
  }

  // Does something, and returns its description.
  std::string Step() {
    switch (Below(15)) {
      case 0:
        return Build();
      case 1:
      case 2:
        return Resize();
      case 3:
      case 4:
      case 5:
        return ApplyDelegate();
      case 6:
        return DestroyDelegate();
      case 7:
        if (Below(2) != 0) return "nothing";
        EXPECT_EQ(interpreter_->RemoveAllDelegates(), kTfLiteOk);
        return "remove delegates";
      case 8:
        return Lend();
      case 9:
        interpreter_->ReleaseNonPersistentMemory();
        return "release memory";
      case 10:
        EXPECT_EQ(interpreter_->SetNumThreads(1 + Below(3)), kTfLiteOk);
        return "threads";
      case 11:
        return RunUnprepared();
      case 12:
        return RunCancelled();
      default:
        return Run(Below(3) == 0 ? "other" : "main");
    }
  }

  // Allocates tensors, fills the inputs, runs and compares.
  std::string Run(const char* key) {
    SignatureRunner* runner = interpreter_->GetSignatureRunner(key);
    EXPECT_NE(runner, nullptr);
    Allocate(runner);
    for (int i = 0; i <= Below(2); ++i) {
      Fill(runner);
      const Values expected = Expected(key, runner);
      EXPECT_EQ(runner->Invoke(), kTfLiteOk);
      if (testing::Test::HasFailure()) break;
      Compare(expected, runner);
    }
    return std::string("run ") + key;
  }

  std::string messages() const { return reporter_.error_messages(); }

 private:
  int Below(int n) { return static_cast<int>(random_() % n); }

  std::string Build() {
    interpreter_.reset();
    lent_.clear();
    InterpreterBuilder builder(model_, *resolver_, &reporter_, nullptr);
    EXPECT_EQ(builder(&interpreter_), kTfLiteOk);
    return "build";
  }

  std::string Resize() {
    const bool main = Below(4) != 0;
    const int rows = Below(kMaxRows + 1);
    SignatureRunner* runner =
        interpreter_->GetSignatureRunner(main ? "main" : "other");
    EXPECT_EQ(runner->ResizeInputTensor("in0", {rows, kColumns}), kTfLiteOk);
    return "resize to " + std::to_string(rows);
  }

  std::string ApplyDelegate() {
    constexpr int kOperators[] = {
        BuiltinOperator_ADD,      BuiltinOperator_MUL,
        BuiltinOperator_LOGISTIC, BuiltinOperator_RESHAPE,
        BuiltinOperator_SHAPE,    BuiltinOperator_STRIDED_SLICE,
        BuiltinOperator_PACK,     BuiltinOperator_GREATER,
        BuiltinOperator_WHERE,    BuiltinOperator_GATHER_ND,
        BuiltinOperator_RELU,     BuiltinOperator_NEG};
    constexpr MirrorFault kFaults[] = {
        MirrorFault::kInit, MirrorFault::kPrepare, MirrorFault::kInvoke};
    MirrorOptions options;
    for (const int op : kOperators) {
      if (Below(3) != 0) options.operators.insert(op);
    }
    if (Below(2) == 0) options.fault = kFaults[Below(3)];
    options.faulty_partition = Below(4) - 1;
    delegates_.push_back(CreateMirrorDelegate(options));
    if (Below(2) == 0) {
      delegates_.back()->flags |= kTfLiteDelegateFlagsAllowDynamicTensors;
    }
    const TfLiteStatus status =
        interpreter_->ModifyGraphWithDelegate(delegates_.back().get());
    EXPECT_TRUE(status == kTfLiteOk || status == kTfLiteDelegateError)
        << status;
    return "delegate with fault " +
           std::to_string(static_cast<int>(options.fault)) + ", flags " +
           std::to_string(delegates_.back()->flags) + ", status " +
           std::to_string(status);
  }

  std::string DestroyDelegate() {
    if (delegates_.empty()) return "nothing";
    delegates_.erase(delegates_.begin() +
                     Below(static_cast<int>(delegates_.size())));
    return "destroy a delegate";
  }

  std::string Lend() {
    const auto& list =
        Below(2) == 0 ? interpreter_->inputs() : interpreter_->outputs();
    const int tensor = list[Below(static_cast<int>(list.size()))];
    lent_.push_back(std::make_unique<Lent>());
    const TfLiteStatus status = interpreter_->SetCustomAllocationForTensor(
        tensor, lent_.back()->allocation());
    return "lend memory for tensor " + std::to_string(tensor) + ", status " +
           std::to_string(status);
  }

  // May be an error, but gives no wrong results.
  std::string RunUnprepared() {
    SignatureRunner* runner = interpreter_->GetSignatureRunner("main");
    const TfLiteTensor* rows = runner->input_tensor("in0");
    if ((rows->data.raw == nullptr && rows->bytes > 0) ||
        runner->input_tensor("in1")->data.raw == nullptr) {
      EXPECT_NE(runner->Invoke(), kTfLiteOk);
      return "run without memory";
    }
    Fill(runner);
    const Values expected = Expected("main", runner);
    if (runner->Invoke() != kTfLiteOk) return "run in vain";
    Compare(expected, runner);
    return "run as it is";
  }

  std::string RunCancelled() {
    SignatureRunner* runner = interpreter_->GetSignatureRunner("main");
    Allocate(runner);
    int left = Below(8);
    interpreter_->SetCancellationFunction(
        &left, [](void* n) { return --*static_cast<int*>(n) < 0; });
    Fill(runner);
    const Values expected = Expected("main", runner);
    if (runner->Invoke() == kTfLiteOk) Compare(expected, runner);
    interpreter_->SetCancellationFunction(nullptr, nullptr);
    return "cancel";
  }

  // Delegates are applied again after a resize, and may fail then.
  static void Allocate(SignatureRunner* runner) {
    EXPECT_EQ(runner->AllocateTensors(), kTfLiteOk);
  }

  void Fill(SignatureRunner* runner) {
    TfLiteTensor* in = runner->input_tensor("in0");
    for (size_t i = 0; i < in->bytes / sizeof(float); ++i) {
      in->data.f[i] = static_cast<float>(Below(100)) / 25 - 2;
    }
    if (runner->input_size() > 1) {
      runner->input_tensor("in1")->data.b[0] = Below(2) == 0;
    }
  }

  Values Expected(const char* key, SignatureRunner* runner) {
    const TfLiteTensor* in = runner->input_tensor("in0");
    const std::vector<float> rows(in->data.f,
                                  in->data.f + in->bytes / sizeof(float));
    const bool flag =
        runner->input_size() > 1 && runner->input_tensor("in1")->data.b[0];
    return oracle_.Outputs(key, rows, flag);
  }

  static void Compare(const Values& expected, SignatureRunner* runner) {
    for (size_t i = 0; i < expected.size(); ++i) {
      const char* name = runner->output_names()[i];
      const std::vector<float> actual = ValuesOf(*runner->output_tensor(name));
      ASSERT_EQ(actual.size(), expected[i].size()) << name;
      for (size_t k = 0; k < actual.size(); ++k) {
        ASSERT_NEAR(actual[k], expected[i][k], 1e-5f) << name << " " << k;
      }
    }
  }

  const FlatBufferModel& model_;
  Oracle oracle_;
  const std::unique_ptr<OpResolver> resolver_;
  TestErrorReporter reporter_;
  std::mt19937 random_;
  std::vector<TfLiteDelegateUniquePtr> delegates_;
  std::vector<std::unique_ptr<Lent>> lent_;
  std::unique_ptr<Interpreter> interpreter_;
};

TEST(RandomCalls, LeaveTheInterpreterUsable) {
  constexpr uint32_t kSeeds = 200;
  constexpr int kSteps = 30;
  const std::string file = ModelFile();
  const auto model = FlatBufferModel::BuildFromBuffer(file.data(), file.size());
  ASSERT_NE(model, nullptr);
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    std::string steps;
    {
      Application application(*model, seed);
      for (int i = 0; i < kSteps && !HasFailure(); ++i) {
        steps += application.Step() + "\n";
      }
      if (!HasFailure()) application.Run("main");
      ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n"
                                 << steps << application.messages();
    }
    ASSERT_EQ(conformance::LiveMirrorKernels(), 0) << "seed " << seed;
  }
}

// The range of as many numbers as there are rows, as integers and as floats.
std::string RangeFile() {
  ModelT model;
  model.version = 3;
  model.buffers.push_back(std::make_unique<BufferT>());
  GraphOf graph(&model, "main");
  const int rows = graph.Input(kFloat, {2, kColumns});
  const int zero = graph.Constant<int>(kInt, {}, {0});
  const int one = graph.Constant<int>(kInt, {}, {1});
  const int range = graph.Node(BuiltinOperator_RANGE,
                               {zero, CountOf(&graph, rows), one}, kInt, {2});
  CastOptionsT floats;
  floats.in_data_type = kInt;
  floats.out_data_type = kFloat;
  graph.graph().outputs = {
      range, graph.Node(BuiltinOperator_CAST, {range}, kFloat, {2}, floats)};
  return Pack(model);
}

// Small tensors that follow from shapes are computed while preparing, larger
// ones in a run: what was computed for a smaller shape is no constant then.
TEST(ComputedTensors, AreComputedInARunOnceTheyAreLarge) {
  constexpr int kMost = 70000;
  const std::string file = RangeFile();
  const auto model = FlatBufferModel::BuildFromBuffer(file.data(), file.size());
  ASSERT_NE(model, nullptr);
  std::vector<int32_t> memory(kMost + 16);
  for (const bool lent : {false, true}) {
    const auto resolver = KernelsByName("fast");
    std::unique_ptr<Interpreter> interpreter;
    InterpreterBuilder(*model, *resolver)(&interpreter);
    if (lent) {
      ASSERT_EQ(interpreter->SetCustomAllocationForTensor(
                    interpreter->outputs()[0],
                    {memory.data(), kMost * sizeof(int32_t)},
                    kTfLiteCustomAllocationFlagsSkipAlignCheck),
                kTfLiteOk);
    }
    for (const int rows : {3, 3000, 5, kMost, 4}) {
      ASSERT_EQ(interpreter->ResizeInputTensor(0, {rows, 1}), kTfLiteOk);
      ASSERT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
      ASSERT_EQ(interpreter->Invoke(), kTfLiteOk);
      ASSERT_EQ(interpreter->output_tensor(1)->dims->data[0], rows);
      const int32_t* range =
          lent ? memory.data() : interpreter->typed_output_tensor<int32_t>(0);
      for (int i = 0; i < rows; ++i) {
        ASSERT_EQ(range[i], i) << rows << " " << lent;
        ASSERT_EQ(interpreter->typed_output_tensor<float>(1)[i], i) << rows;
      }
    }
  }
}

}  // namespace
}  // namespace tflite::fault
