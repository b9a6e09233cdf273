#ifndef TENSORFLOW_LITE_LITE_C_API_CALLBACK_OP_RESOLVER_H_
#define TENSORFLOW_LITE_LITE_C_API_CALLBACK_OP_RESOLVER_H_

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "tensorflow_lite_lite/core/op_resolver.h"

namespace tflite::c_api {

// Functions of the application that look up operators: one pair for each form
// of result. Unset ones are null.
struct OpResolverCallbacks {
  template <typename Result, typename Code>
  struct Pair {
    const Result* (*builtin)(void* user_data, Code op, int version) = nullptr;
    const Result* (*custom)(void* user_data, const char* op,
                            int version) = nullptr;
  };

  void* user_data = nullptr;
  Pair<TfLiteOperator, int> external;
  Pair<TfLiteRegistration, TfLiteBuiltinOperator> current;
  Pair<TfLiteRegistration_V3, TfLiteBuiltinOperator> v3;
  Pair<TfLiteRegistration_V2, TfLiteBuiltinOperator> v2;
  Pair<TfLiteRegistration_V1, TfLiteBuiltinOperator> v1;
};

// The operators of the C API's options: first those added one by one, then
// those that the application's functions find, then those of another resolver.
// Not thread-safe.
class CallbackOpResolver : public OpResolver {
 public:
  // `others` may be null.
  CallbackOpResolver(const MutableOpResolver& operators,
                     const OpResolverCallbacks& callbacks,
                     std::unique_ptr<OpResolver> others);

  const TfLiteRegistration* FindOp(BuiltinOperator op,
                                   int version) const override;
  const TfLiteRegistration* FindOp(const char* op, int version) const override;

  // The default delegates of `others`.
  TfLiteDelegatePtrVector GetDelegates(int num_threads) const override;
  TfLiteDelegateCreators GetDelegateCreators() const override;
  TfLiteOpaqueDelegateCreators GetOpaqueDelegateCreators() const override;

 private:
  // Registrations converted from other forms, by operator and version, so that
  // returned pointers stay valid.
  template <typename Key>
  using Converted = std::map<std::pair<Key, int>, TfLiteRegistration>;

  MutableOpResolver operators_;
  OpResolverCallbacks callbacks_;
  std::unique_ptr<OpResolver> others_;
  mutable Converted<int> builtins_;
  mutable Converted<std::string> customs_;
};

}  // namespace tflite::c_api

#endif  // TENSORFLOW_LITE_LITE_C_API_CALLBACK_OP_RESOLVER_H_
