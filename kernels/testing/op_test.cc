#include "kernels/testing/op_test.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "kernels/register/adapter.h"
#include "kernels/testing/fake_graph.h"

namespace tflite::kernels {
namespace {

constexpr char kName[] = "OP";

void SetQuantization(const Quantized& quantized, TfLiteTensor* tensor) {
  if (quantized.scales.empty()) return;
  auto* affine = static_cast<TfLiteAffineQuantization*>(
      std::calloc(1, sizeof(TfLiteAffineQuantization)));
  const size_t n = quantized.scales.size();
  affine->scale = TfLiteFloatArrayCreate(static_cast<int>(n));
  std::copy_n(quantized.scales.begin(), n, affine->scale->data);
  affine->zero_point =
      TfLiteIntArrayCreate(static_cast<int>(quantized.zero_points.size()));
  std::copy(quantized.zero_points.begin(), quantized.zero_points.end(),
            affine->zero_point->data);
  affine->quantized_dimension = quantized.dimension;
  tensor->quantization = {kTfLiteAffineQuantization, affine};
  if (n == 1) tensor->params = {quantized.scales[0], quantized.zero_points[0]};
}

TfLiteIntArray* Copy(const std::vector<int>& values) {
  TfLiteIntArray* array = TfLiteIntArrayCreate(static_cast<int>(values.size()));
  std::copy(values.begin(), values.end(), array->data);
  return array;
}

template <typename T>
std::vector<double> ToDoubles(const TfLiteTensor& tensor) {
  const std::vector<T> values = DecodeElements<T>(tensor);
  return std::vector<double>(values.begin(), values.end());
}

std::vector<double> NumbersOf(const TfLiteTensor& tensor) {
  switch (tensor.type) {
    case kTfLiteFloat32:
    case kTfLiteComplex64:
      return ToDoubles<float>(tensor);
    case kTfLiteFloat64:
    case kTfLiteComplex128:
      return ToDoubles<double>(tensor);
    case kTfLiteFloat16:
      return ToDoubles<half>(tensor);
    case kTfLiteBFloat16:
      return ToDoubles<bfloat16>(tensor);
    case kTfLiteInt8:
      return ToDoubles<int8_t>(tensor);
    case kTfLiteUInt8:
    case kTfLiteBool:
      return ToDoubles<uint8_t>(tensor);
    case kTfLiteInt16:
      return ToDoubles<int16_t>(tensor);
    case kTfLiteUInt16:
      return ToDoubles<uint16_t>(tensor);
    case kTfLiteInt32:
      return ToDoubles<int32_t>(tensor);
    case kTfLiteUInt32:
      return ToDoubles<uint32_t>(tensor);
    case kTfLiteInt64:
      return ToDoubles<int64_t>(tensor);
    case kTfLiteUInt64:
      return ToDoubles<uint64_t>(tensor);
    default:
      ADD_FAILURE()
          << "no numbers in "
          << TensorView(const_cast<TfLiteTensor*>(&tensor)).ToString();
      return {};
  }
}

bool Near(double got, double want, double abs, double rel) {
  if (std::isnan(want)) return std::isnan(got);
  return got == want || std::abs(got - want) <= abs + rel * std::abs(want);
}

::testing::AssertionResult Compare(const std::vector<double>& got,
                                   const std::vector<double>& want, double abs,
                                   double rel) {
  if (got.size() != want.size()) {
    return ::testing::AssertionFailure()
           << "holds " << got.size() << " numbers, not " << want.size();
  }
  for (size_t i = 0; i < got.size(); ++i) {
    if (Near(got[i], want[i], abs, rel)) continue;
    return ::testing::AssertionFailure()
           << "element " << i << " of " << got.size() << " is "
           << ::testing::PrintToString(got[i]) << ", not "
           << ::testing::PrintToString(want[i]);
  }
  return ::testing::AssertionSuccess();
}

}  // namespace

struct OpTest::Graph : FakeGraph {
  explicit Graph(int threads) : FakeGraph(threads) {}
  ~Graph() override {
    DropNode();
    TfLiteIntArrayFree(node.inputs);
    TfLiteIntArrayFree(node.outputs);
    TfLiteIntArrayFree(node.intermediates);
  }

  // The node and its tensors as before the first prepare.
  void DropNode() {
    if (node.user_data != nullptr) FreeOp(context(), node.user_data);
    node.user_data = nullptr;
    TfLiteIntArrayFree(node.temporaries);
    node.temporaries = nullptr;
    if (fixed_tensors >= 0) Truncate(fixed_tensors);
    for (int index : outputs) {
      FreeData(index);
      tensor(index)->allocation_type = kTfLiteArenaRw;
    }
  }
  void BuildNode() {
    DropNode();
    TfLiteIntArrayFree(node.inputs);
    TfLiteIntArrayFree(node.outputs);
    TfLiteIntArrayFree(node.intermediates);
    node.inputs = Copy(inputs);
    node.outputs = Copy(outputs);
    node.intermediates = Copy(intermediates);
    node.builtin_data = params.empty() ? nullptr : params.data();
    node.custom_initial_data = custom.empty() ? nullptr : custom.data();
    node.custom_initial_data_size = static_cast<int>(custom.size());
    fixed_tensors = static_cast<int>(context()->tensors_size);
  }
  Status Result(TfLiteStatus status) {
    const std::string error = TakeError();
    if (status != kTfLiteOk) return Invalid(error);
    return CheckGuards();
  }

  TfLiteNode node{};
  std::vector<int> inputs, outputs, intermediates;
  int fixed_tensors = -1;  // those that are not scratch
  std::vector<uint8_t> params, custom;
  std::optional<OpFunctions> functions;
};

OpTest::OpTest(int threads) : graph_(new Graph(threads)) {}
OpTest::~OpTest() = default;

OpTest& OpTest::Add(Role role, TfLiteType type, const Shape& shape,
                    const std::vector<uint8_t>& bytes,
                    const Quantized& quantized) {
  const int index = graph_->AddTensor(type);
  graph_->fixed_tensors = index + 1;
  TfLiteTensor* tensor = graph_->tensor(index);
  SetQuantization(quantized, tensor);
  if (role == kOutput || role == kIntermediate) {
    (role == kOutput ? graph_->outputs : graph_->intermediates)
        .push_back(index);
    return *this;
  }
  if (role == kConstant) tensor->allocation_type = kTfLiteMmapRo;
  if (role == kVariable) {
    tensor->allocation_type = kTfLiteArenaRwPersistent;
    tensor->is_variable = true;
  }
  if (graph_->Resize(index, ToIntArray(shape)) != kTfLiteOk ||
      (type != kTfLiteString && tensor->bytes != bytes.size())) {
    ADD_FAILURE() << bytes.size() << " bytes of values for "
                  << shape.ToString();
  }
  graph_->SetData(index, bytes);
  graph_->inputs.push_back(index);
  return *this;
}

OpTest& OpTest::NoInput() {
  graph_->inputs.push_back(-1);
  return *this;
}

OpTest& OpTest::SetParams(const void* params, size_t bytes) {
  const auto* begin = static_cast<const uint8_t*>(params);
  graph_->params.assign(begin, begin + bytes);
  return *this;
}

OpTest& OpTest::CustomOptions(const std::vector<uint8_t>& options) {
  graph_->custom = options;
  return *this;
}

NodeView OpTest::View() {
  graph_->BuildNode();
  return NodeView(graph_->context(), &graph_->node, NodeView::Phase::kPrepare);
}

Status OpTest::Prepare(const OpFunctions& functions) {
  graph_->BuildNode();
  graph_->functions = functions;
  graph_->node.user_data = InitOp(graph_->context(), nullptr, 0);
  return PrepareAgain();
}

Status OpTest::PrepareAgain() {
  const TfLiteStatus status =
      PrepareOp(graph_->context(), &graph_->node, *graph_->functions, kName);
  if (status == kTfLiteOk) graph_->AllocateArena();
  return graph_->Result(status);
}

Status OpTest::Invoke() {
  for (int index : graph_->outputs) {
    if (graph_->tensor(index)->allocation_type == kTfLiteArenaRw) {
      graph_->FillRubbish(index);
    }
  }
  return graph_->Result(
      InvokeOp(graph_->context(), &graph_->node, *graph_->functions, kName));
}

Status OpTest::Run(const OpFunctions& functions) {
  TFLL_RETURN_IF_ERROR(Prepare(functions));
  return Invoke();
}

void OpTest::SetInputBytes(int i, const std::vector<uint8_t>& bytes) {
  if (input(i)->type != kTfLiteString && input(i)->bytes != bytes.size()) {
    ADD_FAILURE() << bytes.size() << " bytes for an input of "
                  << input(i)->bytes;
    return;
  }
  graph_->SetData(graph_->inputs[i], bytes);
}

void OpTest::ResizeInput(int i, const Shape& shape) {
  const int index = graph_->inputs[i];
  EXPECT_EQ(graph_->Resize(index, ToIntArray(shape)), kTfLiteOk);
  graph_->SetData(index, std::vector<uint8_t>(input(i)->bytes));
}

TfLiteTensor* OpTest::input(int i) { return graph_->tensor(graph_->inputs[i]); }
TfLiteTensor* OpTest::output(int i) {
  return graph_->tensor(graph_->outputs[i]);
}
int OpTest::num_outputs() const {
  return static_cast<int>(graph_->outputs.size());
}
int OpTest::PackedConstants() const { return graph_->packed_constants(); }
std::vector<size_t> OpTest::ScratchBytes() const {
  const TfLiteIntArray* scratch = graph_->node.temporaries;
  std::vector<size_t> bytes;
  for (int i = 0; scratch != nullptr && i < scratch->size; ++i) {
    bytes.push_back(graph_->tensor(scratch->data[i])->bytes);
  }
  return bytes;
}
Host& OpTest::host() { return *graph_; }

std::vector<double> OpTest::Numbers(int i) { return NumbersOf(*output(i)); }

::testing::AssertionResult OpTest::OutputIs(const std::vector<double>& want,
                                            double abs, double rel, int i) {
  return Compare(Numbers(i), want, abs, rel);
}

::testing::AssertionResult IsOk(const Status& status) {
  if (status.ok()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << status.message();
}

::testing::AssertionResult Violates(const Status& status,
                                    const std::string& constraint) {
  const std::string text(status.message());
  if (!status.ok() && text.find(constraint + ": ") != std::string::npos) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure()
         << (status.ok() ? "there is no error" : "the error is '" + text + "'");
}

::testing::AssertionResult Agree(OpTest& test, const OpFunctions& reference,
                                 const OpFunctions& fast, double abs,
                                 double rel) {
  const Status expected = test.Run(reference);
  if (!expected.ok()) return IsOk(expected) << ", from the reference kernel";
  std::vector<std::vector<double>> want;
  std::vector<Shape> shapes;
  for (int i = 0; i < test.num_outputs(); ++i) {
    want.push_back(test.Numbers(i));
    shapes.push_back(test.OutShape(i));
  }
  const Status status = test.Run(fast);
  if (!status.ok()) return IsOk(status) << ", from the fast kernel";
  for (int i = 0; i < test.num_outputs(); ++i) {
    if (test.OutShape(i) != shapes[i]) {
      return ::testing::AssertionFailure()
             << "output " << i << " is " << test.OutShape(i).ToString()
             << ", not " << shapes[i].ToString();
    }
    auto result = test.OutputIs(want[i], abs, rel, i);
    if (!result) return result << ", in output " << i;
  }
  return ::testing::AssertionSuccess();
}

}  // namespace tflite::kernels
