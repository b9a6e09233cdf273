#include "kernels/math/strided_copy.h"
#include "kernels/variable/variable.h"

namespace tflite::kernels {

Status EvalVarHandleReference(const VarHandle& op, EvalContext& context) {
  *context.out<int32_t>(0) =
      context.host()->resources().IdFor(op.container, op.name);
  return OkStatus();
}

Status EvalAssignVariableReference(const AssignVariable&,
                                   EvalContext& context) {
  const int32_t id = *context.in<int32_t>(0);
  ResourceStore& resources = context.host()->resources();
  Variable* variable = resources.Find<Variable>(id);
  if (variable == nullptr) {
    if (resources.Contains(id))
      return Invalid("C1: resource ", id, " is not a variable");
    auto made = std::make_unique<Variable>();
    variable = made.get();
    resources.Put(id, std::move(made));
  }
  variable->Assign(context.input(1), context.threads());
  return OkStatus();
}

Status EvalReadVariableReference(const ReadVariable&, EvalContext& context) {
  const int32_t id = *context.in<int32_t>(0);
  const Variable* variable = context.host()->resources().Find<Variable>(id);
  if (variable == nullptr || !variable->IsInitialized()) {
    return Invalid("C2: variable ", id, " has not been assigned");
  }
  const TensorView output = context.output(0);
  if (variable->type() != output.type()) {
    return Invalid("C2: variable ", id, " holds ",
                   TfLiteTypeGetName(variable->type()), ", want ",
                   output.ToString());
  }
  if (output.type() == kTfLiteString) {
    if (TfLiteTensorRealloc(variable->data().size(), output.raw()) !=
        kTfLiteOk) {
      return Internal("cannot allocate ", variable->data().size(), " bytes");
    }
    TfLiteIntArrayFree(output.raw()->dims);
    output.raw()->dims = ToIntArray(variable->shape());
  } else if (output.is_dynamic()) {
    TFLL_RETURN_IF_ERROR(context.ResizeOutput(0, variable->shape()));
  }
  if (output.bytes() > variable->data().size()) {
    return Invalid("C2: variable ", id, " of shape ",
                   variable->shape().ToString(), " does not fill ",
                   output.ToString());
  }
  CopyBytes(variable->data().data(), static_cast<int64_t>(output.bytes()),
            output.mutable_data<char>(), context.threads());
  return OkStatus();
}

}  // namespace tflite::kernels
