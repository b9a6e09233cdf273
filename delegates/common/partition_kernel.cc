#include "delegates/common/partition_kernel.h"

namespace tflite::delegates {
namespace {

TfLiteStatus Report(TfLiteContext* context, const std::string& name,
                    const Status& status) {
  if (status.ok()) return kTfLiteOk;
  context->ReportError(context, "%s: %s", name.c_str(),
                       std::string(status.message()).c_str());
  return kTfLiteError;
}

}  // namespace

TfLiteStatus PartitionKernel::Init(TfLiteContext* context,
                                   const TfLiteDelegateParams* params) {
  return Report(context, name_, Start(context, *params));
}

Status PartitionKernel::Start(TfLiteContext* context,
                              const TfLiteDelegateParams& params) {
  TFLL_ASSIGN_OR_RETURN(partition_, DelegatedPartition::Of(context, params));
  TFLL_RETURN_IF_ERROR(compiler_->Start(context));
  return CompileNow(context);
}

TfLiteStatus PartitionKernel::Prepare(TfLiteContext* context, TfLiteNode*) {
  const bool fresh = program_ != nullptr && shapes_ == InputShapes(context) &&
                     !program_->IsStale(context);
  if (!fresh) {
    const Status compiled = CompileNow(context);
    if (!compiled.ok()) return Report(context, name_, compiled);
  }
  return Report(context, name_, program_->Prepare(context));
}

TfLiteStatus PartitionKernel::Eval(TfLiteContext* context, TfLiteNode*) {
  if (program_ == nullptr) {
    return Report(context, name_, Internal("not prepared"));
  }
  // The host does not prepare again after changes such as the number of
  // threads.
  if (program_->IsStale(context)) {
    Status compiled = CompileNow(context);
    if (compiled.ok()) compiled = program_->Prepare(context);
    if (!compiled.ok()) return Report(context, name_, compiled);
  }
  return Report(context, name_, program_->Run(context));
}

Status PartitionKernel::CompileNow(TfLiteContext* context) {
  program_.reset();
  TFLL_ASSIGN_OR_RETURN(program_, compiler_->Compile(context, partition_));
  shapes_ = InputShapes(context);
  return OkStatus();
}

std::vector<Shape> PartitionKernel::InputShapes(TfLiteContext* context) const {
  std::vector<Shape> shapes;
  shapes.reserve(partition_.inputs.size());
  for (const int t : partition_.inputs) {
    shapes.push_back(t < 0 ? Shape() : Shape(context->tensors[t].dims));
  }
  return shapes;
}

}  // namespace tflite::delegates
