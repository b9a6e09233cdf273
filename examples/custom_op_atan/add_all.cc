#include "examples/custom_op_atan/atan_ops.h"

namespace atan_ops {

void AddAll(tflite::MutableOpResolver* resolver) {
  resolver->AddCustom("Atan", Register_ATAN());
  resolver->AddCustom("Sinh", Register_SINH());
  resolver->AddCustom("ApproximateEqual", Register_APPROXIMATE_EQUAL());
  resolver->AddCustom("Dilation2D", Register_DILATION_2D());
  resolver->AddCustom("ScaledAtan", Register_SCALED_ATAN());
}

}  // namespace atan_ops
