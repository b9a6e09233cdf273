#include <memory>

#include "kernels/register/register.h"
#include "tensorflow_lite_lite/c_api/handles.h"

extern "C" TfLiteInterpreter* TfLiteInterpreterCreate(
    const TfLiteModel* model,
    const TfLiteInterpreterOptions* optional_options) {
  return tflite::c_api::CreateInterpreter(
      model, optional_options,
      std::make_unique<tflite::ops::builtin::BuiltinOpResolver>());
}
