// A C11 program that uses upstream's header names: it loads a model, resizes an
// input, runs it and compares the output with the recorded one.
#include <stdarg.h>
#include <string.h>

#include "tensorflow/lite/c/c_api.h"
#include "tensorflow/lite/c/c_api_experimental.h"
#include "testing/c_api/c_test.h"

#define ADD "testing/c_api/testdata/add_resized/model.tflite"
#define SIGNATURES "testing/c_api/testdata/add_two_signatures/model.tflite"

static int g_messages = 0;

static void CountMessage(void* user_data, const char* format, va_list args) {
  char text[256];
  vsnprintf(text, sizeof(text), format, args);
  EXPECT(text[0] != '\0');
  ++*(int*)user_data;
}

static void TestVersions(void) {
  EXPECT(strncmp(TfLiteVersion(), "2.", 2) == 0);
  EXPECT(strcmp(TfLiteExtensionApisVersion(), TfLiteVersion()) == 0);
  EXPECT(TfLiteSchemaVersion() == TFLITE_SCHEMA_VERSION);
}

static void TestRun(void) {
  TfLiteModel* model = TfLiteModelCreateFromFile(ADD);
  REQUIRE(model != NULL);
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetNumThreads(options, 2);
  TfLiteInterpreterOptionsSetErrorReporter(options, CountMessage, &g_messages);
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, options);
  REQUIRE(interpreter != NULL);
  // The interpreter does not need them any longer.
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);

  REQUIRE(TfLiteInterpreterGetInputTensorCount(interpreter) == 2);
  REQUIRE(TfLiteInterpreterGetOutputTensorCount(interpreter) == 1);
  EXPECT(TfLiteInterpreterInputTensorIndices(interpreter)[1] == 1);
  EXPECT(TfLiteInterpreterOutputTensorIndices(interpreter)[0] == 2);
  EXPECT(TfLiteInterpreterGetInputTensorIndex(interpreter, 1) == 1);
  EXPECT(TfLiteInterpreterGetInputTensorIndex(interpreter, 2) == -1);
  EXPECT(TfLiteInterpreterGetInputTensor(interpreter, 2) == NULL);

  const int dims[] = {4, 3};
  EXPECT(TfLiteInterpreterResizeInputTensor(interpreter, 5, dims, 2) ==
         kTfLiteError);
  EXPECT(g_messages > 0);
  REQUIRE(TfLiteInterpreterResizeInputTensor(interpreter, 0, dims, 2) ==
          kTfLiteOk);
  EXPECT(TfLiteInterpreterInvoke(interpreter) != kTfLiteOk);
  REQUIRE(TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteOk);

  float a[12], b[3], want[12], got[12];
  ReadFloats("add_resized/inputs.bin", 0, a, 12);
  ReadFloats("add_resized/inputs.bin", sizeof(a), b, 3);
  ReadFloats("add_resized/outputs.bin", 0, want, 12);
  TfLiteTensor* in = TfLiteInterpreterGetInputTensor(interpreter, 0);
  EXPECT(TfLiteTensorType(in) == kTfLiteFloat32);
  EXPECT(TfLiteTensorNumDims(in) == 2);
  EXPECT(TfLiteTensorDim(in, 0) == 4);
  EXPECT(TfLiteTensorDim(in, 2) == -1);
  EXPECT(TfLiteTensorByteSize(in) == sizeof(a));
  EXPECT(strcmp(TfLiteTensorName(in), "t0") == 0);
  EXPECT(TfLiteTensorQuantizationParams(in).scale == 0.0f);
  EXPECT(TfLiteTensorCopyFromBuffer(in, a, sizeof(a) - 1) == kTfLiteError);
  EXPECT(TfLiteTensorCopyFromBuffer(in, a, sizeof(a)) == kTfLiteOk);
  EXPECT(memcmp(TfLiteTensorData(in), a, sizeof(a)) == 0);
  EXPECT(TfLiteTensorCopyFromBuffer(TfLiteInterpreterGetTensor(interpreter, 1),
                                    b, sizeof(b)) == kTfLiteOk);
  REQUIRE(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);
  const TfLiteTensor* out = TfLiteInterpreterGetOutputTensor(interpreter, 0);
  EXPECT(TfLiteTensorCopyToBuffer(out, got, sizeof(got) + 4) == kTfLiteError);
  REQUIRE(TfLiteTensorCopyToBuffer(out, got, sizeof(got)) == kTfLiteOk);
  ExpectNear(got, want, 12, 1e-6f);
  TfLiteInterpreterDelete(interpreter);
}

static void TestSignatures(void) {
  TfLiteModel* model = TfLiteModelCreateFromFile(SIGNATURES);
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, NULL);
  REQUIRE(interpreter != NULL);
  REQUIRE(TfLiteInterpreterGetSignatureCount(interpreter) == 2);
  EXPECT(TfLiteInterpreterGetSignatureKey(interpreter, 2) == NULL);
  EXPECT(TfLiteInterpreterGetSignatureRunner(interpreter, "none") == NULL);
  TfLiteSignatureRunner* runner =
      TfLiteInterpreterGetSignatureRunner(interpreter, "times");
  REQUIRE(runner != NULL);
  EXPECT(TfLiteSignatureRunnerGetInputCount(runner) == 1);
  EXPECT(strcmp(TfLiteSignatureRunnerGetInputName(runner, 0), "a") == 0);
  EXPECT(TfLiteSignatureRunnerGetOutputCount(runner) == 2);
  EXPECT(TfLiteSignatureRunnerGetOutputName(runner, 2) == NULL);
  REQUIRE(TfLiteSignatureRunnerAllocateTensors(runner) == kTfLiteOk);
  float a[3], want[3];
  ReadFloats("add_two_signatures/inputs.bin", 32, a, 3);
  TfLiteTensor* in = TfLiteSignatureRunnerGetInputTensor(runner, "a");
  REQUIRE(TfLiteTensorCopyFromBuffer(in, a, sizeof(a)) == kTfLiteOk);
  REQUIRE(TfLiteSignatureRunnerInvoke(runner) == kTfLiteOk);
  ReadFloats("add_two_signatures/outputs.bin", 16, want, 3);
  const TfLiteTensor* twice =
      TfLiteSignatureRunnerGetOutputTensor(runner, "double");
  REQUIRE(twice != NULL);
  ExpectNear((const float*)TfLiteTensorData(twice), want, 3, 1e-6f);
  EXPECT(TfLiteSignatureRunnerGetOutputTensor(runner, "none") == NULL);
  TfLiteSignatureRunnerDelete(runner);
  TfLiteInterpreterDelete(interpreter);
  TfLiteModelDelete(model);
}

static void TestBadModels(void) {
  int messages = 0;
  const char bytes[] = "this is no model at all, whatever its name";
  EXPECT(TfLiteModelCreateWithErrorReporter(bytes, sizeof(bytes), CountMessage,
                                            &messages) == NULL);
  EXPECT(messages == 1);
  EXPECT(TfLiteModelCreateFromFileWithErrorReporter(
             "no/such/file", CountMessage, &messages) == NULL);
  EXPECT(messages >= 2);
  EXPECT(TfLiteModelCreate(NULL, 10) == NULL);
  EXPECT(TfLiteModelCreateFromFile(NULL) == NULL);
}

static void TestNullHandles(void) {
  TfLiteModelDelete(NULL);
  TfLiteInterpreterDelete(NULL);
  TfLiteInterpreterOptionsDelete(NULL);
  TfLiteSignatureRunnerDelete(NULL);
  EXPECT(TfLiteInterpreterCreate(NULL, NULL) == NULL);
  EXPECT(TfLiteInterpreterOptionsCopy(NULL) == NULL);
  EXPECT(TfLiteInterpreterInvoke(NULL) == kTfLiteError);
  EXPECT(TfLiteInterpreterGetInputTensorCount(NULL) == 0);
  EXPECT(TfLiteTensorData(NULL) == NULL);
  EXPECT(TfLiteTensorNumDims(NULL) == -1);
  EXPECT(TfLiteTensorCopyToBuffer(NULL, NULL, 0) == kTfLiteError);
}

static void TestCancellation(void) {
  TfLiteModel* model = TfLiteModelCreateFromFile(ADD);
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreter* without = TfLiteInterpreterCreate(model, options);
  EXPECT(TfLiteInterpreterCancel(without) == kTfLiteError);
  EXPECT(TfLiteInterpreterOptionsEnableCancellation(options, true) ==
         kTfLiteOk);
  TfLiteInterpreter* with = TfLiteInterpreterCreate(model, options);
  EXPECT(TfLiteInterpreterCancel(with) == kTfLiteOk);
  TfLiteInterpreterDelete(without);
  TfLiteInterpreterDelete(with);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);
}

int main(void) {
  TestVersions();
  TestRun();
  TestSignatures();
  TestBadModels();
  TestNullHandles();
  TestCancellation();
  return Result();
}
