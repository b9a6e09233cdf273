/* Runs a model on zeros through the C API and prints its outputs.
 *
 *   run_model MODEL [PLUGIN [KEY VALUE]...]
 *
 * PLUGIN is the shared library of a delegate, to which the options are passed.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "tensorflow/lite/c/c_api.h"
#include "tensorflow/lite/delegates/external/external_delegate.h"

/* The objects of one model. Options, model and delegate are used by the
 * interpreter: it is deleted before the delegate. */
typedef struct Session {
  TfLiteModel* model;
  TfLiteInterpreterOptions* options;
  TfLiteDelegate* delegate;
  TfLiteInterpreter* interpreter;
} Session;

/* Receives each message of the runtime; user_data is that of the caller. */
static void Report(void* user_data, const char* format, va_list args) {
  fprintf(stderr, "%s: ", (const char*)user_data);
  vfprintf(stderr, format, args);
  fprintf(stderr, "\n");
}

/* NULL, after a message, if the library cannot be used. */
static TfLiteDelegate* LoadDelegate(int argc, char** argv) {
  TfLiteExternalDelegateOptions options =
      TfLiteExternalDelegateOptionsDefault(argv[0]);
  for (int i = 1; i + 1 < argc; i += 2) {
    options.insert(&options, argv[i], argv[i + 1]);
  }
  return TfLiteExternalDelegateCreate(&options);
}

static TfLiteStatus Open(Session* s, int argc, char** argv) {
  s->model =
      TfLiteModelCreateFromFileWithErrorReporter(argv[1], Report, argv[1]);
  if (s->model == NULL) return kTfLiteError;
  s->options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetNumThreads(s->options, 2);
  TfLiteInterpreterOptionsSetErrorReporter(s->options, Report, argv[1]);
  if (argc > 2) {
    s->delegate = LoadDelegate(argc - 2, argv + 2);
    if (s->delegate == NULL) return kTfLiteError;
    TfLiteInterpreterOptionsAddDelegate(s->options, s->delegate);
  }
  s->interpreter = TfLiteInterpreterCreate(s->model, s->options);
  if (s->interpreter == NULL) return kTfLiteError;
  return TfLiteInterpreterAllocateTensors(s->interpreter);
}

static void Close(Session* s) {
  TfLiteInterpreterDelete(s->interpreter);
  TfLiteInterpreterOptionsDelete(s->options);
  TfLiteExternalDelegateDelete(s->delegate);
  TfLiteModelDelete(s->model);
}

static TfLiteStatus FillWithZeros(TfLiteTensor* tensor) {
  const size_t bytes = TfLiteTensorByteSize(tensor);
  void* zeros = calloc(1, bytes + 1);
  if (zeros == NULL) return kTfLiteError;
  const TfLiteStatus status = TfLiteTensorCopyFromBuffer(tensor, zeros, bytes);
  free(zeros);
  return status;
}

static void Print(const TfLiteTensor* tensor) {
  printf("%s: %s[", TfLiteTensorName(tensor),
         TfLiteTypeGetName(TfLiteTensorType(tensor)));
  for (int i = 0; i < TfLiteTensorNumDims(tensor); ++i) {
    printf("%s%d", i == 0 ? "" : ",", TfLiteTensorDim(tensor, i));
  }
  printf("]");
  if (TfLiteTensorType(tensor) == kTfLiteFloat32) {
    const float* values = (const float*)TfLiteTensorData(tensor);
    const size_t count = TfLiteTensorByteSize(tensor) / sizeof(float);
    for (size_t i = 0; i < count && i < 10; ++i) printf(" %g", values[i]);
  }
  printf("\n");
}

static TfLiteStatus Run(TfLiteInterpreter* interpreter) {
  const int inputs = TfLiteInterpreterGetInputTensorCount(interpreter);
  for (int i = 0; i < inputs; ++i) {
    const TfLiteStatus status =
        FillWithZeros(TfLiteInterpreterGetInputTensor(interpreter, i));
    if (status != kTfLiteOk) return status;
  }
  const TfLiteStatus status = TfLiteInterpreterInvoke(interpreter);
  if (status != kTfLiteOk) return status;
  const int outputs = TfLiteInterpreterGetOutputTensorCount(interpreter);
  for (int i = 0; i < outputs; ++i) {
    Print(TfLiteInterpreterGetOutputTensor(interpreter, i));
  }
  return kTfLiteOk;
}

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: run_model MODEL [PLUGIN [KEY VALUE]...]\n");
    return 2;
  }
  Session session = {NULL, NULL, NULL, NULL};
  TfLiteStatus status = Open(&session, argc, argv);
  if (status == kTfLiteOk) status = Run(session.interpreter);
  Close(&session);
  return status == kTfLiteOk ? 0 : 1;
}
