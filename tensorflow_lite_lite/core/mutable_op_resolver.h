#ifndef TENSORFLOW_LITE_LITE_CORE_MUTABLE_OP_RESOLVER_H_
#define TENSORFLOW_LITE_LITE_CORE_MUTABLE_OP_RESOLVER_H_

#include <cstddef>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/core/op_resolver.h"
// Included for callers, who identify operators by the enumerators of the
// schema.
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

// Hashes (operator, version) pairs.
template <typename T>
struct OperatorKeyHasher {
  size_t operator()(const T& x) const {
    return ValueHasher<typename T::first_type>()(x.first) * 31 +
           ValueHasher<typename T::second_type>()(x.second);
  }
};

}  // namespace op_resolver_hasher

// A resolver that is filled at run time. A registration is copied and stored
// under the given operator and version; it replaces an earlier one with the
// same key.
class MutableOpResolver : public OpResolver {
 public:
  // Searches the resolver's own operators first, then the chained resolvers in
  // order.
  const TfLiteRegistration* FindOp(tflite::BuiltinOperator op,
                                   int version) const override;
  const TfLiteRegistration* FindOp(const char* op, int version) const override;

  // No operator has had more versions.
  static constexpr int kMaxVersions = 256;
  // The range of versions includes both ends, but no more than kMaxVersions, so
  // that INT_MAX can stand for all later ones. A null registration is ignored.
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

  // Adds the operators of `other`, which replace those with the same key. Does
  // not add its delegates.
  void AddAll(const MutableOpResolver& other);

  OpResolver::TfLiteDelegateCreators GetDelegateCreators() const override {
    return delegate_creators_;
  }
  OpResolver::TfLiteOpaqueDelegateCreators GetOpaqueDelegateCreators()
      const override {
    return opaque_delegate_creators_;
  }

 protected:
  // Operators that are not found here are looked up in `other`, which must
  // outlive this resolver.
  void ChainOpResolver(const OpResolver* other);

  // True if this object itself, without chained resolvers, may contain
  // operators that are not the library's.
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

// Adds an operator of the opaque API under its own name or code. The operator
// must outlive the resolver.
void AddOp(MutableOpResolver* resolver, const TfLiteOperator* op);
void AddOp(MutableOpResolver* resolver, const TfLiteOperator* op,
           int min_version, int max_version);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_MUTABLE_OP_RESOLVER_H_
