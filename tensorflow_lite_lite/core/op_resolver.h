#ifndef TENSORFLOW_LITE_LITE_CORE_OP_RESOLVER_H_
#define TENSORFLOW_LITE_LITE_CORE_OP_RESOLVER_H_

#include <functional>
#include <memory>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/schema/error_reporter.h"
#include "tensorflow_lite_lite/schema/schema_fwd.h"

namespace tflite {

// Finds the implementations of a model's operators. Must outlive the
// interpreters that are built with it.
class OpResolver {
 public:
  using TfLiteDelegatePtrVector =
      std::vector<std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>>;
  using TfLiteDelegateCreator =
      std::function<std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>(
          TfLiteContext*)>;
  using TfLiteDelegateCreators = std::vector<TfLiteDelegateCreator>;
  using TfLiteOpaqueDelegatePtr =
      std::unique_ptr<TfLiteOpaqueDelegate, void (*)(TfLiteOpaqueDelegate*)>;
  using TfLiteOpaqueDelegateCreator =
      std::function<TfLiteOpaqueDelegatePtr(int num_threads)>;
  using TfLiteOpaqueDelegateCreators = std::vector<TfLiteOpaqueDelegateCreator>;

  OpResolver() = default;
  OpResolver(const OpResolver&) = default;
  OpResolver& operator=(const OpResolver&) = default;
  virtual ~OpResolver() = default;

  // Returns null if the operator or this version of it is unknown. The resolver
  // owns the result.
  virtual const TfLiteRegistration* FindOp(tflite::BuiltinOperator op,
                                           int version) const = 0;
  virtual const TfLiteRegistration* FindOp(const char* op,
                                           int version) const = 0;

  // Default delegates, which every interpreter applies. The creators may return
  // null. GetDelegates is the older form of this function.
  virtual TfLiteDelegatePtrVector GetDelegates(int num_threads) const {
    return {};
  }
  virtual TfLiteDelegateCreators GetDelegateCreators() const { return {}; }
  virtual TfLiteOpaqueDelegateCreators GetOpaqueDelegateCreators() const {
    return {};
  }
};

// Finds the implementation of an entry in the model's operator list. On
// failure, *registration is null; a missing custom operator is not reported.
TfLiteStatus GetRegistrationFromOpCode(const OperatorCode* opcode,
                                       const OpResolver& op_resolver,
                                       ErrorReporter* error_reporter,
                                       const TfLiteRegistration** registration);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_OP_RESOLVER_H_
