// One operator of each API.
#include <limits.h>

#include "tensorflow_lite_lite/custom_ops/custom_op_registry.h"

extern "C" TfLiteStatus tfll_register_custom_ops(
    TfllCustomOpRegistry* registry) {
  static TfLiteRegistration classic = [] {
    TfLiteRegistration r{};
    r.invoke = [](TfLiteContext*, TfLiteNode*) { return kTfLiteOk; };
    return r;
  }();
  static TfLiteOperator* const opaque =
      TfLiteOperatorCreate(kTfLiteBuiltinCustom, "Opaque", 1, nullptr);
  registry->add_registration(registry, "Classic", &classic, 1, 2);
  registry->add_operator(registry, opaque, 1, INT_MAX);
  return kTfLiteOk;
}
