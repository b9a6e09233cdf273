#ifndef TENSORFLOW_LITE_LITE_CORE_MODEL_H_
#define TENSORFLOW_LITE_LITE_CORE_MODEL_H_

// Includes the headers needed to run a model. Programs for TensorFlow Lite use
// this name.
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/schema/model_builder.h"

#endif  // TENSORFLOW_LITE_LITE_CORE_MODEL_H_
