#include "kernels/register/register.h"
#include "tools/gen_op_resolver/run_once.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  tflite::ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  return tflite::tools::RunOnce(argv[1], resolver);
}
