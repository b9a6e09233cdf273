#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "tools/gen_op_resolver/digits_resolver.h"
#include "tools/gen_op_resolver/run_once.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  tflite::MutableOpResolver resolver;
  digits::RegisterSelectedOps(&resolver);
  return tflite::tools::RunOnce(argv[1], resolver);
}
