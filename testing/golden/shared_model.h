#ifndef TESTING_GOLDEN_SHARED_MODEL_H_
#define TESTING_GOLDEN_SHARED_MODEL_H_

#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/schema/model_builder.h"

namespace tflite {
namespace golden {

// The folder of a recorded model of ../shared, in which it is model.tflite. The
// machine may lack it. Targets that use these functions need
// @shared//:model_goldens as data.
std::string SharedModelFolder(const std::string& name);
// The names of the recorded models that this machine has, in order.
std::vector<std::string> SharedModelNames();

// Opens and verifies a recorded model. Unavailable if this machine lacks it.
base::StatusOr<std::unique_ptr<FlatBufferModel>> OpenSharedModel(
    const std::string& name);

// Declares `const FlatBufferModel& model`, a recorded model, in a test. Skips
// the test if this machine lacks the model, and fails if it cannot be opened.
#define TFLL_OPEN_SHARED_MODEL(model, name)                            \
  const auto model##_opened = ::tflite::golden::OpenSharedModel(name); \
  if (::tflite::base::IsUnavailable(model##_opened.status())) {        \
    GTEST_SKIP() << model##_opened.status().message();                 \
  }                                                                    \
  ASSERT_TRUE(model##_opened.ok()) << model##_opened.status();         \
  const ::tflite::FlatBufferModel& model = **model##_opened

// The model's name with characters that names of tests may have.
std::string TestNameOfModel(std::string name);
// Names a test after the model that is its parameter.
std::string SharedModelTestName(
    const ::testing::TestParamInfo<const char*>& info);

}  // namespace golden
}  // namespace tflite

#endif  // TESTING_GOLDEN_SHARED_MODEL_H_
