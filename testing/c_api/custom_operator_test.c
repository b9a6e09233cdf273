// A C11 program with its own operator, written with the opaque API and its
// older names, under the include path of upstream's guides.
#include "testing/c_api/c_test.h"
#include "third_party/tensorflow/lite/c/c_api.h"
#include "third_party/tensorflow/lite/c/c_api_opaque.h"

#define MODEL "testing/c_api/testdata/atan/model.tflite"

static int g_inits = 0;
static int g_frees = 0;

static void* AtanInit(TfLiteOpaqueContext* context, const char* buffer,
                      size_t length) {
  ++g_inits;
  EXPECT(buffer != NULL);
  EXPECT(length > 0);
  return malloc(1);
}

static void AtanFree(TfLiteOpaqueContext* context, void* data) {
  ++g_frees;
  free(data);
}

static TfLiteStatus AtanPrepare(TfLiteOpaqueContext* context,
                                TfLiteOpaqueNode* node) {
  TF_LITE_OPAQUE_ENSURE_EQ(context, TfLiteOpaqueNodeNumInputs(node), 1);
  TF_LITE_OPAQUE_ENSURE_EQ(context, TfLiteOpaqueNodeNumOutputs(node), 1);
  const TfLiteOpaqueTensor* input = TfLiteOpaqueNodeGetInput(context, node, 0);
  TfLiteOpaqueTensor* output = TfLiteOpaqueNodeGetOutput(context, node, 0);
  TF_LITE_OPAQUE_ENSURE(context, TfLiteOpaqueNodeGetUserData(node) != NULL);
  TF_LITE_OPAQUE_ENSURE_TYPES_EQ(context, TfLiteOpaqueTensorType(input),
                                 kTfLiteFloat32);
  const int rank = TfLiteOpaqueTensorNumDimensions(input);
  TfLiteIntArray* shape = TfLiteIntArrayCreate(rank);
  for (int i = 0; i < rank; ++i) {
    shape->data[i] = TfLiteOpaqueTensorDim(input, i);
  }
  return TfLiteOpaqueContextResizeTensor(context, output, shape);
}

static TfLiteStatus AtanEval(TfLiteOpaqueContext* context,
                             TfLiteOpaqueNode* node) {
  const TfLiteOpaqueTensor* input = TfLiteOpaqueNodeGetInput(context, node, 0);
  TfLiteOpaqueTensor* output = TfLiteOpaqueNodeGetOutput(context, node, 0);
  const float* x = (const float*)TfLiteOpaqueTensorData(input);
  float* y = (float*)TfLiteOpaqueTensorData(output);
  const size_t count = TfLiteOpaqueTensorByteSize(input) / sizeof(float);
  for (size_t i = 0; i < count; ++i) y[i] = atanf(x[i]);
  return kTfLiteOk;
}

int main(void) {
  TfLiteRegistrationExternal* atan_op = TfLiteRegistrationExternalCreate(
      TfLiteBuiltinCustom, "Atan", /*version=*/1);
  REQUIRE(atan_op != NULL);
  TfLiteRegistrationExternalSetInit(atan_op, AtanInit);
  TfLiteRegistrationExternalSetFree(atan_op, AtanFree);
  TfLiteRegistrationExternalSetPrepare(atan_op, AtanPrepare);
  TfLiteRegistrationExternalSetInvoke(atan_op, AtanEval);
  EXPECT(TfLiteRegistrationExternalGetVersion(atan_op) == 1);

  // The form with user data: the same function name, but four arguments.
  int data = 0;
  TfLiteOperator* other =
      TfLiteRegistrationExternalCreate(kTfLiteBuiltinCustom, "Other", 2, &data);
  EXPECT(TfLiteOperatorGetUserData(other) == &data);
  EXPECT(TfLiteOperatorGetVersion(other) == 2);
  TfLiteOperatorDelete(other);

  TfLiteModel* model = TfLiteModelCreateFromFile(MODEL);
  REQUIRE(model != NULL);
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsAddRegistrationExternal(options, atan_op);
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, options);
  REQUIRE(interpreter != NULL);
  EXPECT(g_inits == 1);
  REQUIRE(TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteOk);
  for (int step = 0; step < 3; ++step) {
    float x[5], want[5], got[5];
    const long offset = step * (long)sizeof(x);
    ReadFloats("atan/inputs.bin", offset, x, 5);
    ReadFloats("atan/outputs.bin", offset, want, 5);
    TfLiteTensorCopyFromBuffer(TfLiteInterpreterGetInputTensor(interpreter, 0),
                               x, sizeof(x));
    REQUIRE(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);
    TfLiteTensorCopyToBuffer(TfLiteInterpreterGetOutputTensor(interpreter, 0),
                             got, sizeof(got));
    ExpectNear(got, want, 5, 1e-5f);
  }
  TfLiteInterpreterDelete(interpreter);
  EXPECT(g_frees == 1);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);
  TfLiteRegistrationExternalDelete(atan_op);
  return Result();
}
