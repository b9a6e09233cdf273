#include "tensorflow_lite_lite/core/interpreter.h"

#include <algorithm>
#include <functional>

#include "tensorflow_lite_lite/core/run/denormals.h"

namespace tflite {
namespace impl {
namespace {

// Upper limit for the threads that kernels start: each needs memory, and
// processes have a limit on their number.
constexpr int kMaxThreads = 256;

}  // namespace

Interpreter::Interpreter(ErrorReporter* error_reporter)
    : InterpreterGraph(error_reporter),
      delegates_(&runtime_),
      signatures_(&runtime_) {}

Interpreter::~Interpreter() {
  // Destroy the graphs before the delegates and profilers that they may use.
  signatures_.ClearRunners();
  runtime_.subgraphs.clear();
}

void Interpreter::AddSubgraphs(int subgraphs_to_add) {
  const int base = static_cast<int>(runtime_.subgraphs.size());
  for (int i = 0; i < subgraphs_to_add; ++i) {
    auto graph = std::make_unique<Subgraph>(&runtime_, base + i);
    graph->context()->recommended_num_threads =
        primary_subgraph().context()->recommended_num_threads;
    runtime_.subgraphs.push_back(std::move(graph));
  }
}

void Interpreter::SetModel(
    const Allocation* allocation,
    std::map<std::string, core::Runtime::MetadataEntry> metadata,
    std::vector<internal::SignatureDef> signatures) {
  runtime_.allocation = allocation;
  runtime_.metadata = std::move(metadata);
  signatures_.Assign(std::move(signatures));
}

TfLiteStatus Interpreter::AllocateTensors() {
  delegates_.ApplyDefaults();
  TF_LITE_ENSURE_STATUS(primary_subgraph().AllocateTensors());
  return delegates_.CheckFullDelegation();
}

TfLiteStatus Interpreter::ReleaseNonPersistentMemory() {
  for (auto& graph : runtime_.subgraphs) {
    TF_LITE_ENSURE_STATUS(graph->ReleaseNonPersistentMemory());
  }
  return kTfLiteOk;
}

TfLiteStatus Interpreter::ResetVariableTensors() {
  for (auto& graph : runtime_.subgraphs) {
    TF_LITE_ENSURE_STATUS(graph->ResetVariableTensors());
  }
  return kTfLiteOk;
}

TfLiteStatus Interpreter::Invoke() {
  ScopedRuntimeInstrumentationProfile profile(GetProfiler(), "invoke");
  runtime_.cancelled.store(false);
  const core::ScopedFlushDenormals flush;
  const TfLiteStatus status = primary_subgraph().Invoke();
  profile.set_runtime_status(/*delegate_status=*/0, status);
  if (status != kTfLiteOk || allow_buffer_handle_output_) return status;
  for (const int t : outputs()) {
    if (t == core::kNoTensor) continue;
    TF_LITE_ENSURE_STATUS(EnsureTensorDataIsReadable(t));
  }
  return kTfLiteOk;
}

TfLiteStatus Interpreter::SetNumThreads(int num_threads) {
  if (num_threads < -1) {
    primary_subgraph().ReportError(
        "num_threads is %d: it must be -1 (the runtime chooses) or more",
        num_threads);
    return kTfLiteError;
  }
  const int threads = num_threads == 0 ? 1 : num_threads;
  runtime_.thread_pool.SetNumThreads(std::clamp(threads, 1, kMaxThreads));
  for (auto& graph : runtime_.subgraphs) {
    graph->context()->recommended_num_threads = threads;
  }
  for (TfLiteExternalContext* c : runtime_.external_contexts) {
    if (c == nullptr || c->Refresh == nullptr) continue;
    c->Refresh(primary_subgraph().context());
  }
  return kTfLiteOk;
}

void Interpreter::SetAllowFp16PrecisionForFp32(bool allow) {
  for (auto& graph : runtime_.subgraphs) {
    graph->context()->allow_fp32_relax_to_fp16 = allow;
  }
}

void Interpreter::SetCancellationFunction(void* data,
                                          bool (*check_cancelled_func)(void*)) {
  primary_subgraph().SetCancellationFunction(data, check_cancelled_func);
}

TfLiteStatus Interpreter::EnableCancellation() {
  runtime_.cancellation_enabled = true;
  return kTfLiteOk;
}

TfLiteStatus Interpreter::Cancel() {
  if (!runtime_.cancellation_enabled) return kTfLiteError;
  runtime_.cancelled.store(true);
  return kTfLiteOk;
}

TfLiteStatus Interpreter::SetCustomAllocationForTensor(
    int tensor_index, const TfLiteCustomAllocation& allocation, int64_t flags) {
  return primary_subgraph().SetCustomAllocationForTensor(tensor_index,
                                                         allocation, flags);
}

TfLiteStatus Interpreter::SetAllocator(TfLiteAllocator* allocator) {
  return primary_subgraph().SetAllocator(allocator);
}

void Interpreter::SetExternalContext(TfLiteExternalContextType type,
                                     TfLiteExternalContext* ctx) {
  primary_subgraph().SetExternalContext(type, ctx);
}

TfLiteStatus Interpreter::ApplyOptions(InterpreterOptions* options) {
  if (options != nullptr) runtime_.options = *options;
  return kTfLiteOk;
}

TfLiteStatus Interpreter::EnsureTensorDataIsReadable(int tensor_index) {
  return primary_subgraph().EnsureTensorDataIsReadable(tensor_index);
}

TfLiteStatus Interpreter::SetBufferHandle(int tensor_index,
                                          TfLiteBufferHandle buffer_handle,
                                          TfLiteDelegate* delegate) {
  TfLiteTensor* t = tensor(tensor_index);
  if (t != nullptr) return SetBufferHandle(t, buffer_handle, delegate);
  primary_subgraph().ReportError("There is no tensor %d", tensor_index);
  return kTfLiteError;
}

TfLiteStatus Interpreter::SetBufferHandle(TfLiteTensor* tensor,
                                          TfLiteBufferHandle buffer_handle,
                                          TfLiteDelegate* delegate) {
  for (auto& graph : runtime_.subgraphs) {
    const std::less<const TfLiteTensor*> before;
    const TfLiteTensor* first = graph->tensors();
    if (tensor == nullptr || before(tensor, first) ||
        !before(tensor, first + graph->tensors_size())) {
      continue;
    }
    return graph->SetBufferHandle(tensor, buffer_handle, delegate);
  }
  primary_subgraph().ReportError(
      "SetBufferHandle: the tensor is not of this interpreter");
  return kTfLiteError;
}

TfLiteStatus Interpreter::GetBufferHandle(int tensor_index,
                                          TfLiteBufferHandle* buffer_handle,
                                          TfLiteDelegate** delegate) {
  const TfLiteTensor* t = tensor(tensor_index);
  if (t == nullptr) {
    primary_subgraph().ReportError("There is no tensor %d", tensor_index);
    return kTfLiteError;
  }
  *delegate = t->delegate;
  *buffer_handle = t->buffer_handle;
  return kTfLiteOk;
}

// --- Signatures ---

SignatureRunner* Interpreter::GetSignatureRunner(const char* signature_key) {
  if (signature_key == nullptr) signature_key = signatures_.DefaultKey();
  SignatureRunner* runner = signatures_.Runner(signature_key);
  if (runner != nullptr) delegates_.ApplyDefaults();
  return runner;
}

async::AsyncSignatureRunner* Interpreter::GetAsyncSignatureRunner(
    const char* signature_key) {
  if (signature_key == nullptr) signature_key = signatures_.DefaultKey();
  if (signatures_.SubgraphIndex(signature_key) >= 0) {
    delegates_.ApplyDefaults();
  }
  return signatures_.AsyncRunner(signature_key);
}

// --- Delegates ---

TfLiteStatus Interpreter::ModifyGraphWithDelegate(TfLiteDelegate* delegate) {
  return delegates_.Apply({delegate});
}

TfLiteStatus Interpreter::ModifyGraphWithDelegate(
    TfLiteOpaqueDelegateStruct* delegate) {
  return ModifyGraphWithDelegate(reinterpret_cast<TfLiteDelegate*>(delegate));
}

TfLiteStatus Interpreter::ModifyGraphWithDelegate(
    TfLiteDelegate* delegate, const std::vector<int>& subgraph_indices) {
  return delegates_.ApplyTo(delegate, subgraph_indices);
}

TfLiteStatus Interpreter::ModifyGraphWithDelegate(
    TfLiteOpaqueDelegateStruct* delegate,
    const std::vector<int>& subgraph_indices) {
  return ModifyGraphWithDelegate(reinterpret_cast<TfLiteDelegate*>(delegate),
                                 subgraph_indices);
}

TfLiteStatus Interpreter::ModifyGraphWithOwnedDelegate(OwnedDelegate delegate) {
  TfLiteDelegate* borrowed = delegate.get();
  // Keep it also on failure: a graph may still refer to it.
  if (borrowed != nullptr) delegates_.Keep(std::move(delegate));
  return ModifyGraphWithDelegate(borrowed);
}

TfLiteStatus Interpreter::RemoveAllDelegates() {
  return delegates_.RemoveAll();
}

DelegationReport Interpreter::GetDelegationReport() const {
  DelegationReport report;
  for (const auto& graph : runtime_.subgraphs) {
    report.graphs.push_back(ReportDelegation(*graph));
  }
  return report;
}

// --- Profiling ---

void Interpreter::SetProfiler(Profiler* profiler) {
  profiler_.RemoveChildProfilers();
  AddProfiler(profiler);
}
void Interpreter::SetProfiler(std::unique_ptr<Profiler> profiler) {
  profiler_.RemoveChildProfilers();
  AddProfiler(std::move(profiler));
}
void Interpreter::AddProfiler(Profiler* profiler) {
  profiler_.AddProfiler(profiler);
  InstallProfiler();
}
void Interpreter::AddProfiler(std::unique_ptr<Profiler> profiler) {
  profiler_.AddProfiler(std::move(profiler));
  InstallProfiler();
}

void Interpreter::InstallProfiler() {
  for (size_t i = 0; i < runtime_.subgraphs.size(); ++i) {
    runtime_.subgraphs[i]->SetProfiler(GetProfiler(), static_cast<int>(i));
  }
}

Profiler* Interpreter::GetProfiler() {
  return profiler_.empty() ? nullptr : &profiler_;
}

const char* Interpreter::OpProfilingString(const TfLiteRegistration& op_reg,
                                           const TfLiteNode* node) const {
  if (op_reg.profiling_string == nullptr) return nullptr;
  return op_reg.profiling_string(primary_subgraph().context(), node);
}

}  // namespace impl
}  // namespace tflite
