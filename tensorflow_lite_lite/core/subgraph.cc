#include "tensorflow_lite_lite/core/subgraph.h"

#include "tensorflow_lite_lite/core/run/tensor_buffers.h"

namespace tflite {

Subgraph::Subgraph(core::Runtime* runtime, int subgraph_index)
    : core::EditableGraph(runtime, subgraph_index),
      memory_(&data_),
      plan_(&data_, &memory_),
      delegation_(&data_, &memory_, &plan_, &preparer_),
      preparer_(&data_, &memory_, &plan_, &delegation_.partitions()),
      runner_(&data_, &memory_, &plan_, &preparer_, &delegation_.partitions()),
      host_(this) {
  context()->recommended_num_threads = -1;
}

Subgraph::~Subgraph() {
  delegation_.partitions().ClearPreview();
  data_.FreeAll();
}

TfLiteStatus Subgraph::GetNodeInitDataMmapInfo(const TfLiteNode* node, int* fd,
                                               int64_t* offset,
                                               int64_t* size) const {
  const bool ok = data_.runtime()->LocateOptions(node, fd, offset, size);
  return ok ? kTfLiteOk : kTfLiteError;
}

TfLiteStatus Subgraph::ResizeInputTensorStrict(int tensor_index,
                                               const std::vector<int>& dims) {
  TF_LITE_ENSURE_STATUS(Report(memory_.CheckOpen(tensor_index, dims)));
  return ResizeInputTensor(tensor_index, dims);
}

core::Status Subgraph::Run() {
  TFLL_RETURN_IF_ERROR(runner_.CheckReady());
  TFLL_RETURN_IF_ERROR(delegation_.CheckAlive());
  return runner_.Invoke();
}

TfLiteStatus Subgraph::EnsureTensorDataIsReadable(int tensor_index) {
  return Report(core::EnsureReadable(&data_, tensor_index));
}

TfLiteStatus Subgraph::EnsureOutputsAreReadable() {
  for (const int t : outputs()) {
    if (t == core::kNoTensor) continue;
    TF_LITE_ENSURE_STATUS(EnsureTensorDataIsReadable(t));
  }
  return kTfLiteOk;
}

TfLiteStatus Subgraph::SetBufferHandle(TfLiteTensor* tensor,
                                       TfLiteBufferHandle handle,
                                       TfLiteDelegate* delegate,
                                       bool release_existing) {
  TF_LITE_ENSURE_STATUS(Report(core::SetBufferHandle(
      &data_, tensor, handle, delegate, release_existing)));
  plan_.CompileAgain(delegation_.partitions().MayFallBack());
  return kTfLiteOk;
}

void Subgraph::SetProfiler(Profiler* profiler, int index) {
  profiler_.reset();
  if (profiler) profiler_.reset(new core::SubgraphProfiler(profiler, index));
  context()->profiler = static_cast<Profiler*>(profiler_.get());
}

TfLiteStatus Subgraph::MarkSubgraphAsDelegationSkippable(int subgraph_index) {
  Subgraph* other = subgraph(subgraph_index);
  if (other == nullptr || subgraph_index == 0) {
    return Report(base::Invalid("Subgraph ", subgraph_index,
                                " cannot be left out of delegation"));
  }
  other->MarkAsDelegationSkippable();
  return kTfLiteOk;
}

TfLiteStatus Subgraph::AcquireSubgraphContext(int index, TfLiteContext** out) {
  Subgraph* other = subgraph(index);
  if (other == nullptr) {
    return Report(base::Invalid("There is no subgraph ", index,
                                ": the model has ", GetSubgraphs()->size()));
  }
  other->delegation_.access().Grant();
  *out = other->context();
  return kTfLiteOk;
}

TfLiteStatus Subgraph::ReleaseSubgraphContext(int subgraph_index) {
  Subgraph* other = subgraph(subgraph_index);
  return Report(other == nullptr ? base::Invalid("Subgraph ", subgraph_index,
                                                 " was not acquired")
                                 : other->delegation_.access().Revoke());
}

}  // namespace tflite
