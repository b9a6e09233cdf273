#include "testing/kernel_tests/test_model_runner.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"
#include "testing/kernel_tests/dump_model.h"
#include "testing/kernel_tests/matchers.h"
#include "testing/kernel_tests/model/fatal.h"
#include "testing/kernel_tests/test_delegate_providers.h"
#include "tools/logging.h"

namespace tflite {
namespace kernel_tests {
namespace {

const tools::ToolParams& Params() {
  return KernelTestDelegateProviders::Get()->ConstParams();
}

// The newest version of an operator that both the library and the resolver
// have; 1 if the resolver has none.
int NewestVersion(BuiltinOperator op, const OpResolver& resolver) {
  static const auto* const library =
      new ops::builtin::BuiltinOpResolverWithoutDefaultDelegates;
  // The versions of an operator have no gaps, but need not start at 1.
  constexpr int kMaxVersions = 64;
  int newest = 1;
  for (int v = 1; v <= kMaxVersions; ++v) {
    const bool known =
        library->FindOp(op, v) != nullptr && resolver.FindOp(op, v) != nullptr;
    if (known) newest = v;
  }
  return newest;
}

template <typename Node>
bool IsDelegated(const Node& node_and_registration) {
  return node_and_registration.first.delegate != nullptr;
}

int CountNodes(const Interpreter& interpreter, bool delegated) {
  int count = 0;
  for (const int n : interpreter.execution_plan()) {
    const auto* node = interpreter.node_and_registration(n);
    count += node != nullptr && IsDelegated(*node) == delegated;
  }
  return count;
}

}  // namespace

void TestModelRunner::SetDelegate(Interpreter::TfLiteDelegatePtr&& delegate) {
  delegate_ = std::move(delegate);
  if (delegate_ != nullptr) SetBypassDefaultDelegates();
}

TfLiteStatus TestModelRunner::ApplyOne(
    Interpreter::TfLiteDelegatePtr delegate) {
  TfLiteDelegate* const applied = delegate.get();
  TF_LITE_ENSURE_STATUS(
      interpreter_->ModifyGraphWithDelegate(std::move(delegate)));
  last_applied_delegate_ = applied;
  ++num_applied_delegates_;
  return kTfLiteOk;
}

TfLiteStatus TestModelRunner::ApplyDelegate() {
  if (delegate_ != nullptr) {
    // The model keeps ownership.
    return ApplyOne({delegate_.get(), [](TfLiteDelegate*) {}});
  }
  const auto* providers = KernelTestDelegateProviders::Get();
  auto delegates = providers->CreateAllDelegates();
  const std::vector<std::string> missing =
      providers->RequiresDelegation()
          ? providers->FlagsWithoutDelegate(delegates)
          : std::vector<std::string>();
  for (const std::string& flag : missing) {
    TFLITE_LOG(ERROR) << "--" << flag << " is given, but there is no delegate";
  }
  for (auto& provided : delegates) {
    TF_LITE_ENSURE_STATUS(ApplyOne(std::move(provided.delegate)));
  }
  return missing.empty() ? kTfLiteOk : kTfLiteDelegateError;
}

void TestModelRunner::MakeResolver() {
  if (resolver_ != nullptr) return;
  std::unique_ptr<MutableOpResolver> resolver;
  if (bypass_default_delegates_) {
    resolver = std::make_unique<
        ops::builtin::BuiltinOpResolverWithoutDefaultDelegates>();
  } else {
    resolver = std::make_unique<ops::builtin::BuiltinOpResolver>();
  }
  for (const auto& [name, registration] : custom_registrations_) {
    resolver->AddCustom(name.c_str(), registration());
  }
  resolver_ = std::move(resolver);
}

void TestModelRunner::MakeModel() {
  FinishModel();
  model_bytes_ = builder_.GetSize();
  model_.resize(model_bytes_ / sizeof(std::max_align_t) + 1);
  std::memcpy(model_.data(), builder_.GetBufferPointer(), model_bytes_);
  Model* const model = GetMutableModel(model_.data());
  if (model->operator_codes() == nullptr) return;
  auto* const codes = model->mutable_operator_codes();
  for (flatbuffers::uoffset_t i = 0; i < codes->size(); ++i) {
    OperatorCode* const code = codes->GetMutableObject(i);
    if (code->version() != 0) continue;
    code->mutate_version(NewestVersion(GetBuiltinCode(code), *resolver_));
  }
}

void TestModelRunner::MakeInterpreter(int num_threads,
                                      bool use_simple_allocator) {
  InterpreterOptions options;
  // This prevents tensors from sharing memory.
  options.SetPreserveAllTensors(use_simple_allocator);
  InterpreterBuilder builder(GetModel(model_.data()), *resolver_,
                             DefaultErrorReporter(), &options);
  if (builder(&interpreter_, num_threads) != kTfLiteOk ||
      interpreter_ == nullptr) {
    Fatal("Cannot build the interpreter");
  }
  if (interpreter_->SetInputs(inputs_) != kTfLiteOk) {
    Fatal("Cannot set the inputs");
  }
}

void TestModelRunner::BuildInterpreter(
    std::vector<std::vector<int>> input_shapes, int num_threads,
    bool allow_fp32_relax_to_fp16, bool apply_delegate,
    bool allocate_and_delegate, bool use_simple_allocator) {
  input_shapes_ = std::move(input_shapes);
  allow_fp32_relax_to_fp16_ = allow_fp32_relax_to_fp16;
  apply_delegate_ = apply_delegate;
  allocate_and_delegate_ = allocate_and_delegate;
  use_simple_allocator_ = use_simple_allocator;

  interpreter_.reset();
  num_applied_delegates_ = 0;
  noted_ = false;
  last_applied_delegate_ = nullptr;
  delegate_application_status_.reset();
  quantization_changed_ = false;
  MakeResolver();
  MakeModel();
  DumpModelOfCurrentTest(GetModelBuffer(), model_bytes_);
  if (num_threads == -1 && Params().HasParam("num_threads") &&
      Params().HasValueSet<int32_t>("num_threads")) {
    num_threads = Params().Get<int32_t>("num_threads");
  }
  MakeInterpreter(
      num_threads,
      use_simple_allocator ||
          Params().Get<bool>(KernelTestDelegateProviders::kUseSimpleAllocator));

  if (input_shapes_.size() > inputs_.size()) {
    Fatal("%zu shapes are given for %zu inputs", input_shapes_.size(),
          inputs_.size());
  }
  for (size_t i = 0; i < input_shapes_.size(); ++i) {
    if (inputs_[i] == kTfLiteOptionalTensor || input_shapes_[i].empty()) {
      continue;
    }
    if (interpreter_->ResizeInputTensor(inputs_[i], input_shapes_[i]) !=
        kTfLiteOk) {
      Fatal("Cannot resize input %zu", i);
    }
  }
  interpreter_->SetAllowFp16PrecisionForFp32(allow_fp32_relax_to_fp16);
  if (allocate_and_delegate) AllocateAndDelegate(apply_delegate);
}

void TestModelRunner::BuildInterpreter(
    std::vector<std::vector<int>> input_shapes) {
  BuildInterpreter(std::move(input_shapes), /*num_threads=*/-1,
                   AllowFp16PrecisionForFp32(), /*apply_delegate=*/true);
}

void TestModelRunner::AllocateAndDelegate(bool apply_delegate) {
  if (interpreter_->AllocateTensors() != kTfLiteOk) {
    Fatal("Cannot allocate tensors");
  }
  interpreter_->ResetVariableTensors();
  if (!apply_delegate) return;
  const TfLiteStatus status = ApplyDelegate();
  SetDelegateApplicationStatus(status);
  if (status == kTfLiteOk) return;
  // If the test has set its own delegate, it handles the error.
  if (delegate_ == nullptr &&
      KernelTestDelegateProviders::Get()->RequiresDelegation()) {
    ADD_FAILURE() << "A delegate of the command line is not applied: status "
                  << status << ". --require_delegation=false allows that.";
  } else {
    TFLITE_LOG(WARN) << "The delegate could not be applied: status " << status;
  }
}

TfLiteStatus TestModelRunner::Invoke() {
  if (quantization_changed_) TF_LITE_ENSURE_STATUS(PrepareAgain());
  const TfLiteStatus status = interpreter_->Invoke();
  if (status == kTfLiteOk) NoteDelegatedRun();
  return status;
}

// Called after a run, because partitions that failed then run on the CPU.
void TestModelRunner::NoteDelegatedRun() {
  if (noted_ || delegate_ != nullptr || num_applied_delegates_ == 0) return;
  if (CountNumberOfDelegatedPartitions() == 0) return;
  noted_ = true;
  KernelTestDelegateProviders::Get()->NoteDelegatedModel();
}

// Nodes are prepared again only if a shape has changed, so an input is resized
// and resized back. That loses the values, so they are saved here.
TfLiteStatus TestModelRunner::PrepareAgain() {
  quantization_changed_ = false;
  std::vector<std::pair<int, std::vector<char>>> values;
  int resized = -1;
  for (size_t i = 0; i < interpreter_->tensors_size(); ++i) {
    const int index = static_cast<int>(i);
    const TfLiteTensor& t = *interpreter_->tensor(index);
    const bool input =
        std::find(inputs_.begin(), inputs_.end(), index) != inputs_.end();
    const bool in_arena = t.allocation_type == kTfLiteArenaRw ||
                          t.allocation_type == kTfLiteArenaRwPersistent;
    if (!in_arena || !(input || t.is_variable) || t.data.raw == nullptr) {
      continue;
    }
    values.emplace_back(index,
                        std::vector<char>(t.data.raw, t.data.raw + t.bytes));
    if (input && !t.is_variable) resized = index;
  }
  if (resized < 0) return kTfLiteOk;
  const TfLiteIntArray* dims = interpreter_->tensor(resized)->dims;
  const std::vector<int> shape(dims->data, dims->data + dims->size);
  std::vector<int> other = shape;
  other.push_back(2);
  TF_LITE_ENSURE_STATUS(interpreter_->ResizeInputTensor(resized, other));
  TF_LITE_ENSURE_STATUS(interpreter_->ResizeInputTensor(resized, shape));
  TF_LITE_ENSURE_STATUS(interpreter_->AllocateTensors());
  for (const auto& [index, bytes] : values) {
    TfLiteTensor* t = interpreter_->tensor(index);
    if (t->data.raw == nullptr || t->bytes != bytes.size()) return kTfLiteError;
    std::memcpy(t->data.raw, bytes.data(), bytes.size());
  }
  return kTfLiteOk;
}

void TestModelRunner::SetNumThreads(int num_threads, bool reset_interpreter) {
  if (interpreter_ == nullptr) Fatal("The interpreter is not built");
  if (reset_interpreter) {
    BuildInterpreter(input_shapes_, num_threads, allow_fp32_relax_to_fp16_,
                     apply_delegate_, allocate_and_delegate_,
                     use_simple_allocator_);
  }
  interpreter_->SetNumThreads(num_threads);
}

bool TestModelRunner::GetForceUseNnapi() {
  return Params().Get<bool>(KernelTestDelegateProviders::kUseNnapi);
}

int TestModelRunner::CountOpsExecutedByCpuKernel() {
  return CountNodes(*interpreter_, /*delegated=*/false);
}

int TestModelRunner::CountNumberOfDelegatedPartitions() const {
  return CountNodes(*interpreter_, /*delegated=*/true);
}

void TestModelRunner::AddSubgraphs(int subgraphs_to_add,
                                   int* first_new_subgraph_index) {
  if (first_new_subgraph_index != nullptr) {
    *first_new_subgraph_index =
        static_cast<int>(interpreter_->subgraphs_size());
  }
  interpreter_->AddSubgraphs(subgraphs_to_add);
}

}  // namespace kernel_tests
}  // namespace tflite
