#include "delegates/common/partition_kernel.h"

#include <new>

namespace tflite::delegates {
namespace {

// Reports an error of work(), or that there is not enough memory for it.
template <typename Work>
TfLiteStatus Run(TfLiteContext* context, const std::string& name,
                 const Work& work) {
  Status status;
  try {
    status = work();
  } catch (const std::bad_alloc&) {
    status = Internal("not enough memory");
  }
  if (status.ok()) return kTfLiteOk;
  context->ReportError(context, "%s: %s", name.c_str(),
                       std::string(status.message()).c_str());
  return kTfLiteError;
}

}  // namespace

TfLiteStatus PartitionKernel::Init(TfLiteContext* context,
                                   const TfLiteDelegateParams* params) {
  return Run(context, name_, [&] { return Start(context, *params); });
}

Status PartitionKernel::Start(TfLiteContext* context,
                              const TfLiteDelegateParams& params) {
  TFLL_ASSIGN_OR_RETURN(partition_, DelegatedPartition::Of(context, params));
  TFLL_RETURN_IF_ERROR(compiler_->Start(context));
  return CompileNow(context);
}

TfLiteStatus PartitionKernel::Prepare(TfLiteContext* context, TfLiteNode*) {
  return Run(context, name_, [&] {
    const bool fresh = program_ != nullptr && shapes_ == InputShapes(context) &&
                       !program_->IsStale(context);
    if (!fresh) TFLL_RETURN_IF_ERROR(CompileNow(context));
    return program_->Prepare(context);
  });
}

TfLiteStatus PartitionKernel::Eval(TfLiteContext* context, TfLiteNode*) {
  return Run(context, name_, [&] {
    if (program_ == nullptr) return Internal("not prepared");
    // The host does not prepare again after changes such as the number of
    // threads.
    if (program_->IsStale(context)) {
      TFLL_RETURN_IF_ERROR(CompileNow(context));
      TFLL_RETURN_IF_ERROR(program_->Prepare(context));
    }
    TFLL_RETURN_IF_ERROR(CheckMemory(*context));
    return program_->Run(context);
  });
}

// A delegate or a program may take a tensor's memory away after the graph was
// prepared.
Status PartitionKernel::CheckMemory(const TfLiteContext& context) const {
  for (const int t : border_) {
    TfLiteTensor& tensor = context.tensors[t];
    if (tensor.data.raw != nullptr || tensor.bytes == 0) continue;
    const bool in_buffer = tensor.delegate == partition_.delegate &&
                           tensor.buffer_handle != kTfLiteNullBufferHandle;
    if (in_buffer || tensor.allocation_type == kTfLiteNonCpu) continue;
    return Internal("tensor ", t, " ", TensorView(&tensor).ToString(),
                    " has no memory");
  }
  return OkStatus();
}

Status PartitionKernel::CompileNow(TfLiteContext* context) {
  program_.reset();
  TFLL_ASSIGN_OR_RETURN(program_, compiler_->Compile(context, partition_));
  shapes_ = InputShapes(context);
  border_ = partition_.outputs;
  for (const int t : partition_.inputs) {
    // Programs have their own copies of constants.
    if (t < 0 || TensorView(&context->tensors[t]).is_constant()) continue;
    border_.push_back(t);
  }
  return OkStatus();
}

std::vector<Shape> PartitionKernel::InputShapes(TfLiteContext* context) const {
  std::vector<Shape> shapes;
  for (const int t : partition_.inputs) {
    shapes.push_back(t < 0 ? Shape() : Shape(context->tensors[t].dims));
  }
  return shapes;
}

}  // namespace tflite::delegates
