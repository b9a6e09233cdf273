#include "tensorflow_lite_lite/c_api/callback_op_resolver.h"

#include "tensorflow_lite_lite/core/operator.h"

namespace tflite::c_api {
namespace {

// The fields common to all layouts of a registration.
template <typename Registration>
TfLiteRegistration Common(const Registration& from) {
  TfLiteRegistration r{};
  r.init = from.init;
  r.free = from.free;
  r.prepare = from.prepare;
  r.invoke = from.invoke;
  r.profiling_string = from.profiling_string;
  r.builtin_code = from.builtin_code;
  r.custom_name = from.custom_name;
  r.version = from.version;
  return r;
}

TfLiteRegistration Convert(const TfLiteRegistration_V1& from) {
  return Common(from);
}

TfLiteRegistration Convert(const TfLiteRegistration_V2& from) {
  TfLiteRegistration r = Common(from);
  r.registration_external = from.registration_external;
  return r;
}

TfLiteRegistration Convert(const TfLiteRegistration_V3& from) {
  TfLiteRegistration r = Common(from);
  r.registration_external = from.registration_external;
  r.async_kernel = from.async_kernel;
  return r;
}

TfLiteRegistration Convert(const TfLiteOperator& from) {
  return core::RegistrationFor(const_cast<TfLiteOperator*>(&from));
}

template <typename Result, typename Code>
const Result* Ask(const OpResolverCallbacks::Pair<Result, Code>& pair,
                  void* user_data, int op, int version) {
  if (pair.builtin == nullptr) return nullptr;
  return pair.builtin(user_data, static_cast<Code>(op), version);
}

template <typename Result, typename Code>
const Result* Ask(const OpResolverCallbacks::Pair<Result, Code>& pair,
                  void* user_data, const std::string& op, int version) {
  if (pair.custom == nullptr) return nullptr;
  return pair.custom(user_data, op.c_str(), version);
}

// What the callbacks return for an operator, stored in `converted` if it is not
// in the current form. Null if they do not know it.
template <typename Key, typename Map>
const TfLiteRegistration* Find(const OpResolverCallbacks& callbacks,
                               const Key& op, int version, Map* converted) {
  const auto keep = [&](const auto* found) {
    return &(converted->insert_or_assign({op, version}, Convert(*found))
                 .first->second);
  };
  void* const data = callbacks.user_data;
  if (const auto* r = Ask(callbacks.external, data, op, version)) {
    return keep(r);
  }
  if (const auto* r = Ask(callbacks.current, data, op, version)) return r;
  if (const auto* r = Ask(callbacks.v3, data, op, version)) return keep(r);
  if (const auto* r = Ask(callbacks.v2, data, op, version)) return keep(r);
  if (const auto* r = Ask(callbacks.v1, data, op, version)) return keep(r);
  return nullptr;
}

}  // namespace

CallbackOpResolver::CallbackOpResolver(const MutableOpResolver& operators,
                                       const OpResolverCallbacks& callbacks,
                                       std::unique_ptr<OpResolver> others)
    : callbacks_(callbacks), others_(std::move(others)) {
  // A copy would refer to names that belong to the original.
  operators_.AddAll(operators);
}

const TfLiteRegistration* CallbackOpResolver::FindOp(BuiltinOperator op,
                                                     int version) const {
  if (const auto* r = operators_.FindOp(op, version)) return r;
  const int code = static_cast<int>(op);
  if (const auto* r = Find(callbacks_, code, version, &builtins_)) return r;
  return others_ == nullptr ? nullptr : others_->FindOp(op, version);
}

const TfLiteRegistration* CallbackOpResolver::FindOp(const char* op,
                                                     int version) const {
  if (const auto* r = operators_.FindOp(op, version)) return r;
  const std::string name = op;
  if (const auto* r = Find(callbacks_, name, version, &customs_)) return r;
  return others_ == nullptr ? nullptr : others_->FindOp(op, version);
}

OpResolver::TfLiteDelegatePtrVector CallbackOpResolver::GetDelegates(
    int num_threads) const {
  if (others_ == nullptr) return {};
  return others_->GetDelegates(num_threads);
}

OpResolver::TfLiteDelegateCreators CallbackOpResolver::GetDelegateCreators()
    const {
  if (others_ == nullptr) return {};
  return others_->GetDelegateCreators();
}

OpResolver::TfLiteOpaqueDelegateCreators
CallbackOpResolver::GetOpaqueDelegateCreators() const {
  if (others_ == nullptr) return {};
  return others_->GetOpaqueDelegateCreators();
}

}  // namespace tflite::c_api
