#ifndef TENSORFLOW_LITE_LITE_CORE_MUTABLE_OP_RESOLVER_H_
#define TENSORFLOW_LITE_LITE_CORE_MUTABLE_OP_RESOLVER_H_

#include <cstddef>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/core/op_resolver.h"
// Callers name operators by the schema's enumerators.
#include "tensorflow_lite_lite/schema/schema_generated.h"  // IWYU pragma: export

namespace tflite {

namespace op_resolver_hasher {

template <typename V>
struct ValueHasher {
  size_t operator()(const V& v) const { return std::hash<V>()(v); }
};

template <>
struct ValueHasher<tflite::BuiltinOperator> {
  size_t operator()(const tflite::BuiltinOperator& v) const {
    return std::hash<int>()(static_cast<int>(v));
  }
};

// Of (operator, version) pairs.
template <typename T>
struct OperatorKeyHasher {
  size_t operator()(const T& x) const {
    return ValueHasher<typename T::first_type>()(x.first) * 31 +
           ValueHasher<typename T::second_type>()(x.second);
  }
};

}  // namespace op_resolver_hasher

// A resolver that is filled at run time. Registrations are copied, under the
// given operator and version; a later one replaces an earlier one.
class MutableOpResolver : public OpResolver {
 public:
  // Own operators first, then those of chained resolvers, in order.
  const TfLiteRegistration* FindOp(tflite::BuiltinOperator op,
                                   int version) const override;
  const TfLiteRegistration* FindOp(const char* op, int version) const override;

  // Both versions are included. A null registration is ignored.
  void AddBuiltin(tflite::BuiltinOperator op,
                  const TfLiteRegistration* registration, int version = 1);
  void AddBuiltin(tflite::BuiltinOperator op,
                  const TfLiteRegistration* registration, int min_version,
                  int max_version);
  void AddCustom(const char* name, const TfLiteRegistration* registration,
                 int version = 1);
  void AddCustom(const char* name, const TfLiteRegistration* registration,
                 int min_version, int max_version);
  void AddCustom(const char* name, const TfLiteRegistration& registration,
                 int version = 1) {
    AddCustom(name, &registration, version, version);
  }

  // Operators of `other` replace those of the same key; its delegates are left.
  void AddAll(const MutableOpResolver& other);

  OpResolver::TfLiteDelegateCreators GetDelegateCreators() const override {
    return delegate_creators_;
  }
  OpResolver::TfLiteOpaqueDelegateCreators GetOpaqueDelegateCreators()
      const override {
    return opaque_delegate_creators_;
  }

 protected:
  // Asks `other`, which outlives this resolver, for what is not found here.
  void ChainOpResolver(const OpResolver* other);

  // Whether operators beyond the library's own may be in this object itself.
  bool may_directly_contain_user_defined_ops_ = false;
  TfLiteDelegateCreators delegate_creators_;
  TfLiteOpaqueDelegateCreators opaque_delegate_creators_;

 private:
  using BuiltinKey = std::pair<tflite::BuiltinOperator, int>;
  using CustomKey = std::pair<std::string, int>;

  std::unordered_map<BuiltinKey, TfLiteRegistration,
                     op_resolver_hasher::OperatorKeyHasher<BuiltinKey>>
      builtins_;
  std::unordered_map<CustomKey, TfLiteRegistration,
                     op_resolver_hasher::OperatorKeyHasher<CustomKey>>
      custom_ops_;
  std::vector<const OpResolver*> other_op_resolvers_;
};

// Adds an operator of the opaque API, which outlives the resolver, under its
// own name or code.
void AddOp(MutableOpResolver* resolver, const TfLiteOperator* op);
void AddOp(MutableOpResolver* resolver, const TfLiteOperator* op,
           int min_version, int max_version);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_MUTABLE_OP_RESOLVER_H_
