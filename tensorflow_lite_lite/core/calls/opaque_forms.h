#ifndef TENSORFLOW_LITE_LITE_CORE_CALLS_OPAQUE_FORMS_H_
#define TENSORFLOW_LITE_LITE_CORE_CALLS_OPAQUE_FORMS_H_

#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/operator.h"

namespace tflite::core {

// The opaque form of operators, for those who know no other. For one thread.
class OpaqueForms {
 public:
  // Made when first asked for, by code, name and version; lives as long as this
  // object. What was registered in opaque form stays its owner's.
  TfLiteOperator* Of(const TfLiteRegistration& registration);

 private:
  std::map<std::tuple<int, std::string, int>, std::unique_ptr<TfLiteOperator>>
      forms_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_CALLS_OPAQUE_FORMS_H_
