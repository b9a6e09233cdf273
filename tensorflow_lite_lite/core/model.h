#ifndef TENSORFLOW_LITE_LITE_CORE_MODEL_H_
#define TENSORFLOW_LITE_LITE_CORE_MODEL_H_

// The headers that running a model takes, under the name programs include.
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/schema/model_builder.h"

#endif  // TENSORFLOW_LITE_LITE_CORE_MODEL_H_
