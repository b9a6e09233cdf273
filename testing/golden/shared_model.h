#ifndef TESTING_GOLDEN_SHARED_MODEL_H_
#define TESTING_GOLDEN_SHARED_MODEL_H_

#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/schema/model_builder.h"

namespace tflite {
namespace golden {

// Opens a recorded model of ../shared. Unavailable if this machine lacks it:
// tests are skipped then. The target needs @shared//:model_goldens as data.
base::StatusOr<std::unique_ptr<FlatBufferModel>> OpenSharedModel(
    const std::string& name);

// Names a test after the model that is its parameter.
std::string SharedModelTestName(
    const ::testing::TestParamInfo<const char*>& info);

}  // namespace golden
}  // namespace tflite

#endif  // TESTING_GOLDEN_SHARED_MODEL_H_
