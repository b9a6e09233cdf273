#include "delegates/gpu/tests/captured_case.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <set>
#include <utility>

#include "delegates/common/lowered_delegate.h"
#include "delegates/gpu/kernels/functions.inc"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/lowering/gpu_lowering.h"
#include "tensorflow_lite_lite/types/half.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::CaseRun;

constexpr int kSeed = 1;

// Keeps the graphs of partitions and leaves their nodes to the CPU.
class CapturingDelegate final
    : public LoweredDelegate<GpuPlanCaps, GpuBuilder> {
 public:
  explicit CapturingDelegate(const GpuPlanCaps& caps)
      : LoweredDelegate("Capturing", {}, GpuLowering(), caps) {}

  StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition,
      const GpuPlanCaps& caps) override {
    GpuBuilder builder(context, partition, caps);
    TFLL_RETURN_IF_ERROR(
        EmitPartition(GpuLowering(), context, partition, caps, builder));
    TFLL_ASSIGN_OR_RETURN(GpuGraph graph, builder.Take());
    for (GpuValue& value : graph.values) {
      value.data = ConstantBytes(value);
      value.fill = nullptr;
    }
    graphs.push_back(std::move(graph));
    nodes.push_back(partition.nodes.size());
    return Unsupported("only captured");
  }

  std::vector<GpuGraph> graphs;
  std::vector<size_t> nodes;
};

// Rounds to three significant bits.
void Round(TfLiteTensor* tensor) {
  if (tensor->type != kTfLiteFloat32 || tensor->data.f == nullptr) return;
  for (size_t i = 0; i < tensor->bytes / sizeof(float); ++i) {
    int exponent;
    const float fraction = std::frexp(tensor->data.f[i], &exponent);
    if (!std::isfinite(fraction)) continue;
    tensor->data.f[i] = std::ldexp(std::round(fraction * 8) / 8, exponent);
  }
}

std::vector<uint8_t> ToSingle(const std::vector<uint8_t>& halves) {
  std::vector<uint8_t> bytes(2 * halves.size());
  for (size_t i = 0; i < halves.size() / sizeof(half); ++i) {
    half number;
    std::memcpy(&number, &halves[i * sizeof(half)], sizeof(half));
    const float single = number;
    std::memcpy(&bytes[i * sizeof(float)], &single, sizeof(float));
  }
  return bytes;
}

template <typename Function>
void ForEachTensor(CaseRun& run, TfLiteAllocationType type, Function f) {
  Interpreter& interpreter = run.interpreter();
  for (size_t i = 0; i < interpreter.tensors_size(); ++i) {
    TfLiteTensor* tensor = interpreter.tensor(static_cast<int>(i));
    if (tensor->allocation_type == type) f(tensor);
  }
}

// Adds kAdded to results that may have a chain.
void AddChains(CapturedCase* captured) {
  GpuGraph& graph = captured->graph;
  for (GpuCall& call : graph.calls) {
    if (call.kind == GpuCall::Kind::kCopy) continue;
    const int post = call.kind == GpuCall::Kind::kMap ? 1 : call.post_operand;
    if (post < 0 || call.chain.size() >= kMostGpuFunctions) continue;
    const GpuValueId id = call.operands[post].value;
    const GpuValue& value = graph.values[id];
    if (value.kind != GpuValue::Kind::kOutput || value.state ||
        captured->types[id] != kTfLiteFloat32) {
      continue;
    }
    // Other calls must not read the result.
    const auto reads = [id](const GpuCall& other) {
      return std::any_of(other.operands.begin(), other.operands.end(),
                         [id](const GpuOperand& operand) {
                           return operand.value == id && !operand.written;
                         });
    };
    if (std::any_of(graph.calls.begin(), graph.calls.end(), reads)) continue;
    GpuFunction add;
    add.code = GPU_FN_ADD;
    add.place = GpuFunction::Place::kConstant;
    add.p = kAdded;
    call.chain.push_back(add);
    std::vector<uint8_t>& bytes = captured->contents[id];
    for (size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
      float number;
      std::memcpy(&number, &bytes[i], sizeof(number));
      number += kAdded;
      std::memcpy(&bytes[i], &number, sizeof(number));
    }
  }
}

// Sets what values at the boundary of `kind` contain now.
void TakeContents(CaseRun& run, GpuValue::Kind kind, CapturedCase* captured) {
  for (size_t v = 0; v < captured->graph.values.size(); ++v) {
    const GpuValue& value = captured->graph.values[v];
    if (value.kind != kind) continue;
    const TfLiteTensor& tensor = *run.interpreter().tensor(value.tensor);
    captured->contents[v].assign(
        tensor.data.uint8,
        tensor.data.uint8 + std::min<size_t>(tensor.bytes, value.bytes));
    captured->contents[v].resize(value.bytes);
    captured->types[v] = tensor.type;
  }
}

}  // namespace

std::optional<CapturedCase> Capture(const Case& c, const GpuPlanCaps& caps) {
  // Contents are known of the first graph's tensors only.
  if (c.only_shapes() || c.graphs().size() != 1) return std::nullopt;
  CaseRun shaped(c, kSeed);
  if (!shaped.Build(conformance::ReferenceKernels(), nullptr).ok() ||
      !shaped.Allocate().ok()) {
    return std::nullopt;
  }
  const conformance::TensorShapes shapes = shaped.Shapes();

  auto owned = std::make_unique<CapturingDelegate>(caps);
  const CapturingDelegate& delegate = *owned;
  const TfLiteDelegateUniquePtr applied(
      TfLiteDelegateFactory::CreateSimpleDelegate(std::move(owned)),
      TfLiteDelegateFactory::DeleteSimpleDelegate);
  CaseRun run(c, kSeed);
  if (!run.Build(conformance::ReferenceKernels(), &shapes).ok()) return {};
  ForEachTensor(run, kTfLiteMmapRo, Round);
  run.interpreter().ModifyGraphWithDelegate(applied.get());
  if (delegate.graphs.size() != 1 ||
      delegate.nodes[0] != c.graphs()[0].nodes.size() || !run.Allocate().ok()) {
    return std::nullopt;
  }
  // Fills the inputs and gives variables contents. It fails because constants
  // were rounded.
  run.Invoke().status().IgnoreError();
  for (const int i : run.interpreter().inputs()) {
    Round(run.interpreter().tensor(i));
  }

  CapturedCase captured;
  GpuGraph& graph = captured.graph;
  graph = delegate.graphs[0];
  captured.contents.resize(graph.values.size());
  captured.types.assign(graph.values.size(), kTfLiteNoType);
  TakeContents(run, GpuValue::Kind::kInput, &captured);
  if (!run.InvokeOnly().ok()) return std::nullopt;
  TakeContents(run, GpuValue::Kind::kOutput, &captured);
  FuseGpuGraph(&graph);
  AddChains(&captured);
  GpuValue dummy;
  dummy.kind = GpuValue::Kind::kConstant;
  dummy.bytes = kGpuPadding;
  dummy.data.resize(kGpuPadding);
  graph.values.push_back(dummy);
  FinishGpuCalls(&graph, caps.device,
                 static_cast<int>(graph.values.size()) - 1);
  if (!ChooseGpuPrecision(GpuKernels(), &graph).ok()) return std::nullopt;
  captured.contents.resize(graph.values.size());
  captured.types.resize(graph.values.size(), kTfLiteNoType);
  const std::set<GpuValueId> halves =
      HalfPrecisionValues(GpuKernels(), graph.calls);
  for (size_t v = 0; v < graph.values.size(); ++v) {
    const GpuValue& value = graph.values[v];
    std::vector<uint8_t>& contents = captured.contents[v];
    if (value.kind == GpuValue::Kind::kConstant) {
      contents = ConstantBytes(value);
    }
    contents.resize(value.bytes);
    if (halves.count(static_cast<GpuValueId>(v)) != 0) {
      contents = ToSingle(contents);
    }
  }
  return captured;
}

}  // namespace tflite::gpu
