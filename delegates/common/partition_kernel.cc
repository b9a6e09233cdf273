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

std::vector<int> ToVector(const TfLiteIntArray* a) {
  return a == nullptr ? std::vector<int>()
                      : std::vector<int>(a->data, a->data + a->size);
}

}  // namespace

TfLiteStatus PartitionKernel::Init(TfLiteContext* context,
                                   const TfLiteDelegateParams* params) {
  partition_.inputs = ToVector(params->input_tensors);
  partition_.outputs = ToVector(params->output_tensors);
  partition_.delegate = params->delegate;
  for (const int index : ToVector(params->nodes_to_replace)) {
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    const TfLiteStatus status =
        context->GetNodeAndRegistration(context, index, &node, &registration);
    if (status != kTfLiteOk) return status;
    partition_.nodes.push_back(
        std::make_unique<OwnedNode>(GraphNode(*registration, node, index)));
  }
  return Report(context, name_, CompileNow(context));
}

TfLiteStatus PartitionKernel::Prepare(TfLiteContext* context, TfLiteNode*) {
  const bool fresh = program_ != nullptr && shapes_ == InputShapes(context) &&
                     !IsOutdated(context);
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
  // The host does not prepare again for a change such as of the threads.
  if (IsOutdated(context)) {
    Status compiled = CompileNow(context);
    if (compiled.ok()) compiled = program_->Prepare(context);
    if (!compiled.ok()) return Report(context, name_, compiled);
  }
  return Report(context, name_, program_->Run(context));
}

bool PartitionKernel::IsOutdated(TfLiteContext* context) const {
  return is_stale_ && is_stale_(context);
}

Status PartitionKernel::CompileNow(TfLiteContext* context) {
  program_.reset();
  auto program = compile_(context, partition_);
  if (!program.ok()) return program.status();
  program_ = *std::move(program);
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
