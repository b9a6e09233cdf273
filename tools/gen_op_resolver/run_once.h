#ifndef TOOLS_GEN_OP_RESOLVER_RUN_ONCE_H_
#define TOOLS_GEN_OP_RESOLVER_RUN_ONCE_H_

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tensorflow_lite_lite/core/op_resolver.h"

namespace tflite::tools {

// Invokes a model once on zeros and prints the sizes of the outputs; returns
// the exit status.
inline int RunOnce(const char* path, const OpResolver& resolver) {
  const auto model = FlatBufferModel::BuildFromFile(path);
  if (model == nullptr) return EXIT_FAILURE;
  std::unique_ptr<Interpreter> interpreter;
  InterpreterBuilder(*model, resolver)(&interpreter);
  if (interpreter == nullptr || interpreter->AllocateTensors() != kTfLiteOk ||
      interpreter->Invoke() != kTfLiteOk) {
    return EXIT_FAILURE;
  }
  for (const int output : interpreter->outputs()) {
    std::printf("%zu bytes\n", interpreter->tensor(output)->bytes);
  }
  return EXIT_SUCCESS;
}

}  // namespace tflite::tools

#endif  // TOOLS_GEN_OP_RESOLVER_RUN_ONCE_H_
