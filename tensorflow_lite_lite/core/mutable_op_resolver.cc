#include "tensorflow_lite_lite/core/mutable_op_resolver.h"

#include <algorithm>
#include <cstdint>

#include "tensorflow_lite_lite/core/operator.h"

namespace tflite {
namespace {

// Calls `add` with each version of the range that a resolver stores.
template <typename Add>
void ForEachVersion(int first, int last, const Add& add) {
  const int64_t end = std::min<int64_t>(
      int64_t{last} + 1, int64_t{first} + MutableOpResolver::kMaxVersions);
  for (int64_t version = first; version < end; ++version) {
    add(static_cast<int>(version));
  }
}

}  // namespace

const TfLiteRegistration* MutableOpResolver::FindOp(tflite::BuiltinOperator op,
                                                    int version) const {
  const auto it = builtins_.find({op, version});
  if (it != builtins_.end()) return &it->second;
  for (const OpResolver* other : other_op_resolvers_) {
    const TfLiteRegistration* found = other->FindOp(op, version);
    if (found != nullptr) return found;
  }
  return nullptr;
}

const TfLiteRegistration* MutableOpResolver::FindOp(const char* op,
                                                    int version) const {
  const auto it = custom_ops_.find({op, version});
  if (it != custom_ops_.end()) return &it->second;
  for (const OpResolver* other : other_op_resolvers_) {
    const TfLiteRegistration* found = other->FindOp(op, version);
    if (found != nullptr) return found;
  }
  return nullptr;
}

void MutableOpResolver::AddBuiltin(tflite::BuiltinOperator op,
                                   const TfLiteRegistration* registration,
                                   int version) {
  AddBuiltin(op, registration, version, version);
}

void MutableOpResolver::AddBuiltin(tflite::BuiltinOperator op,
                                   const TfLiteRegistration* registration,
                                   int min_version, int max_version) {
  if (registration == nullptr) return;
  ForEachVersion(min_version, max_version, [&](int version) {
    TfLiteRegistration& own = builtins_[{op, version}];
    own = *registration;
    own.custom_name = nullptr;
    own.builtin_code = op;
    own.version = version;
  });
  may_directly_contain_user_defined_ops_ = true;
}

void MutableOpResolver::AddCustom(const char* name,
                                  const TfLiteRegistration* registration,
                                  int version) {
  AddCustom(name, registration, version, version);
}

void MutableOpResolver::AddCustom(const char* name,
                                  const TfLiteRegistration* registration,
                                  int min_version, int max_version) {
  if (name == nullptr || registration == nullptr) return;
  ForEachVersion(min_version, max_version, [&](int version) {
    const auto it =
        custom_ops_.insert_or_assign({name, version}, *registration).first;
    TfLiteRegistration& own = it->second;
    own.builtin_code = BuiltinOperator_CUSTOM;
    own.custom_name = it->first.first.c_str();
    own.version = version;
  });
  may_directly_contain_user_defined_ops_ = true;
}

void MutableOpResolver::AddAll(const MutableOpResolver& other) {
  for (const auto& [key, registration] : other.builtins_) {
    builtins_[key] = registration;
  }
  for (const auto& [key, registration] : other.custom_ops_) {
    const auto it = custom_ops_.insert_or_assign(key, registration).first;
    it->second.custom_name = it->first.first.c_str();
  }
  other_op_resolvers_.insert(other_op_resolvers_.end(),
                             other.other_op_resolvers_.begin(),
                             other.other_op_resolvers_.end());
  may_directly_contain_user_defined_ops_ |=
      other.may_directly_contain_user_defined_ops_;
}

void MutableOpResolver::ChainOpResolver(const OpResolver* other) {
  other_op_resolvers_.push_back(other);
}

void AddOp(MutableOpResolver* resolver, const TfLiteOperator* op) {
  if (op != nullptr) AddOp(resolver, op, op->version, op->version);
}

void AddOp(MutableOpResolver* resolver, const TfLiteOperator* op,
           int min_version, int max_version) {
  if (op == nullptr) return;
  const TfLiteRegistration registration =
      core::RegistrationFor(const_cast<TfLiteOperator*>(op));
  if (op->custom_name != nullptr) {
    resolver->AddCustom(op->custom_name, &registration, min_version,
                        max_version);
  } else {
    resolver->AddBuiltin(static_cast<BuiltinOperator>(op->builtin_code),
                         &registration, min_version, max_version);
  }
}

}  // namespace tflite
