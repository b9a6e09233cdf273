// The operators as a library that tools and Python load at run time:
//   benchmark_model --graph=atan.tflite --custom_op_library=atan_custom_ops.so
#include "examples/custom_op_atan/atan_ops.h"
#include "tensorflow_lite_lite/custom_ops/custom_op_registry.h"

extern "C" __attribute__((visibility("default"))) TfLiteStatus
tfll_register_custom_ops(TfllCustomOpRegistry* registry) {
  const auto add = [registry](const char* name, const TfLiteRegistration* r) {
    registry->add_registration(registry, name, r, /*first_version=*/1,
                               /*last_version=*/1);
  };
  add("Sinh", atan_ops::Register_SINH());
  add("ApproximateEqual", atan_ops::Register_APPROXIMATE_EQUAL());
  add("Dilation2D", atan_ops::Register_DILATION_2D());
  add("ScaledAtan", atan_ops::Register_SCALED_ATAN());
  registry->add_operator(registry, atan_ops::OpaqueAtan(), 1, 1);
  registry->add_operator(registry, atan_ops::OpaqueLeakyRelu(), 1, 1);
  return kTfLiteOk;
}
