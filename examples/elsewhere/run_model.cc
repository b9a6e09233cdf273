// Runs a model on zeros and prints the sizes of the outputs.
#include <cstdio>
#include <cstring>
#include <memory>

#include "resolver.h"
#include "tensorflow/lite/core/interpreter_builder.h"
#include "tensorflow/lite/core/model_builder.h"
#include "tensorflow/lite/interpreter.h"
#include "tensorflow/lite/mutable_op_resolver.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: run_model MODEL\n");
    return 2;
  }
  const auto model = tflite::FlatBufferModel::BuildFromFile(argv[1]);
  if (model == nullptr) return 1;
  tflite::MutableOpResolver resolver;
  RegisterSelectedOps(&resolver);
  std::unique_ptr<tflite::Interpreter> interpreter;
  tflite::InterpreterBuilder(*model, resolver)(&interpreter);
  if (interpreter == nullptr || interpreter->AllocateTensors() != kTfLiteOk) {
    return 1;
  }
  for (const int input : interpreter->inputs()) {
    TfLiteTensor* tensor = interpreter->tensor(input);
    std::memset(tensor->data.raw, 0, tensor->bytes);
  }
  if (interpreter->Invoke() != kTfLiteOk) return 1;
  for (const int output : interpreter->outputs()) {
    const TfLiteTensor* tensor = interpreter->tensor(output);
    std::printf("%s: %zu bytes\n", tensor->name, tensor->bytes);
  }
  return 0;
}
