#ifndef TENSORFLOW_LITE_LITE_CORE_CALLS_OPAQUE_FORMS_H_
#define TENSORFLOW_LITE_LITE_CORE_CALLS_OPAQUE_FORMS_H_

#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/operator.h"

namespace tflite::core {

// The opaque form of operators, for code that only supports this form. Not
// thread-safe.
class OpaqueForms {
 public:
  // Created at the first request for each code, name and version; lives as long
  // as this object. Operators that were registered in opaque form are returned
  // unchanged and keep their owner.
  TfLiteOperator* Of(const TfLiteRegistration& registration);

 private:
  std::map<std::tuple<int, std::string, int>, std::unique_ptr<TfLiteOperator>>
      forms_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_CALLS_OPAQUE_FORMS_H_
