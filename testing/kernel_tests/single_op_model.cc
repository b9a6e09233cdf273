#include "testing/kernel_tests/single_op_model.h"

#include <utility>

namespace tflite {

void SingleOpModel::ValidateAcceleration() const {
  AccelerationValidator::Get()->Validate(*this);
}

AccelerationValidator* AccelerationValidator::Get() {
  static auto* const validator = new AccelerationValidator;
  return validator;
}

void AccelerationValidator::AddCallback(Callback callback) {
  callbacks_.push_back(std::move(callback));
}

void AccelerationValidator::Validate(const SingleOpModel& model) const {
  for (const Callback& callback : callbacks_) callback(model);
}

}  // namespace tflite
