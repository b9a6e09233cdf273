#include "tensorflow_lite_lite/custom_ops/custom_op_registry.h"

extern "C" TfLiteStatus tfll_register_custom_ops(
    TfllCustomOpRegistry* registry) {
  registry->add_operator(
      registry, TfLiteOperatorCreate(kTfLiteBuiltinCustom, nullptr, 1, nullptr),
      1, 1);
  registry->report_error(registry, "out of operators");
  return kTfLiteError;
}
