#include "tensorflow_lite_lite/core/operator.h"

#include <mutex>
#include <unordered_set>

namespace tflite {
namespace {

// Never destroyed: operators may outlive static destruction.
struct LiveSet {
  std::mutex mutex;
  std::unordered_set<const TfLiteOperator*> operators;
};

LiveSet& Live() {
  static LiveSet* const set = new LiveSet;
  return *set;
}

}  // namespace

bool IsLiveOperator(const TfLiteOperator* op) {
  if (op == nullptr) return false;
  LiveSet& live = Live();
  std::lock_guard<std::mutex> lock(live.mutex);
  return live.operators.count(op) != 0;
}

TfLiteRegistration RegistrationFor(TfLiteOperator* op) {
  TfLiteRegistration registration{};
  registration.builtin_code = op->builtin_code;
  registration.custom_name = op->custom_name;
  registration.version = op->version;
  registration.registration_external = op;
  registration.inplace_operator = op->inplace_operator;
  return registration;
}

}  // namespace tflite

TfLiteOperator::TfLiteOperator(int32_t code, const char* name, int op_version,
                               void* data)
    : builtin_code(code),
      custom_name(nullptr),
      version(op_version),
      user_data(data),
      custom_name_storage(name == nullptr ? "" : name) {
  if (name != nullptr) custom_name = custom_name_storage.c_str();
  tflite::LiveSet& live = tflite::Live();
  std::lock_guard<std::mutex> lock(live.mutex);
  live.operators.insert(this);
}

TfLiteOperator::~TfLiteOperator() {
  tflite::LiveSet& live = tflite::Live();
  std::lock_guard<std::mutex> lock(live.mutex);
  live.operators.erase(this);
}
