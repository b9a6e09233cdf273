// What the packages' tests compile against an unpacked package: runs a model
// once on zeros.
#include <stdio.h>
#include <stdlib.h>

#include "tensorflow/lite/c/c_api.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  TfLiteModel* model = TfLiteModelCreateFromFile(argv[1]);
  if (model == NULL) return 3;
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, NULL);
  if (interpreter == NULL) return 4;
  if (TfLiteInterpreterAllocateTensors(interpreter) != kTfLiteOk) return 5;
  TfLiteTensor* input = TfLiteInterpreterGetInputTensor(interpreter, 0);
  const size_t bytes = TfLiteTensorByteSize(input);
  void* zeros = calloc(1, bytes);
  if (TfLiteTensorCopyFromBuffer(input, zeros, bytes) != kTfLiteOk) return 6;
  if (TfLiteInterpreterInvoke(interpreter) != kTfLiteOk) return 7;
  const TfLiteTensor* output = TfLiteInterpreterGetOutputTensor(interpreter, 0);
  const int size = (int)TfLiteTensorByteSize(output);
  const unsigned char* result = TfLiteTensorData(output);
  printf("%s %d ", TfLiteVersion(), size);
  for (int i = 0; i < size; ++i) printf("%02x", result[i]);
  printf("\n");
  free(zeros);
  TfLiteInterpreterDelete(interpreter);
  TfLiteModelDelete(model);
  return 0;
}
