#include "tensorflow_lite_lite/core/operator.h"

#include <mutex>
#include <unordered_map>

namespace tflite::core {
namespace {

// Never destroyed, as operators may be deleted after static destruction.
struct LiveSet {
  std::mutex mutex;
  struct Owner {
    bool adopted = false;
    std::weak_ptr<TfLiteOperator> owner;
  };
  std::unordered_map<const TfLiteOperator*, Owner> operators;
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

std::shared_ptr<TfLiteOperator> AdoptOperator(TfLiteOperator* op) {
  LiveSet& live = Live();
  std::lock_guard<std::mutex> lock(live.mutex);
  const auto found = live.operators.find(op);
  if (found == live.operators.end()) return nullptr;
  LiveSet::Owner& entry = found->second;
  // Null if the last owner is about to destroy it.
  if (entry.adopted) return entry.owner.lock();
  std::shared_ptr<TfLiteOperator> owner(op);
  entry = {true, owner};
  return owner;
}

void DeleteOperator(TfLiteOperator* op) {
  LiveSet& live = Live();
  {
    std::lock_guard<std::mutex> lock(live.mutex);
    const auto found = live.operators.find(op);
    if (found == live.operators.end() || found->second.adopted) return;
    found->second.adopted = true;  // by this call
  }
  delete op;
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

}  // namespace tflite::core

TfLiteOperator::TfLiteOperator(int32_t code, const char* name, int op_version,
                               void* data)
    : builtin_code(code),
      custom_name(nullptr),
      version(op_version),
      user_data(data),
      custom_name_storage(name == nullptr ? "" : name) {
  if (name != nullptr) custom_name = custom_name_storage.c_str();
  tflite::core::LiveSet& live = tflite::core::Live();
  std::lock_guard<std::mutex> lock(live.mutex);
  live.operators[this];
}

TfLiteOperator::~TfLiteOperator() {
  tflite::core::LiveSet& live = tflite::core::Live();
  std::lock_guard<std::mutex> lock(live.mutex);
  live.operators.erase(this);
}
