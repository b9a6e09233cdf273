#ifndef TENSORFLOW_LITE_LITE_CORE_FIND_OPERATOR_H_
#define TENSORFLOW_LITE_LITE_CORE_FIND_OPERATOR_H_

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/op_resolver.h"

namespace tflite::core {

// Finds the implementation of an entry in the model's operator list. Returns
// null, and no error, for a custom operator that the resolver does not have: a
// delegate may support it.
StatusOr<const TfLiteRegistration*> FindOperator(const OperatorCode& code,
                                                 const OpResolver& resolver);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_FIND_OPERATOR_H_
