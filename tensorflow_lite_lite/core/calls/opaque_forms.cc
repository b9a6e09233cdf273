#include "tensorflow_lite_lite/core/calls/opaque_forms.h"

namespace tflite::core {

TfLiteOperator* OpaqueForms::Of(const TfLiteRegistration& registration) {
  if (registration.registration_external != nullptr) {
    return registration.registration_external;
  }
  const char* name = registration.custom_name;
  auto& op = forms_[{registration.builtin_code, name == nullptr ? "" : name,
                     registration.version}];
  if (op == nullptr) {
    op = std::make_unique<TfLiteOperator>(registration.builtin_code, name,
                                          registration.version, nullptr);
    op->inplace_operator = registration.inplace_operator;
  }
  return op.get();
}

}  // namespace tflite::core
