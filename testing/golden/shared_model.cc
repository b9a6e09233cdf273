#include "testing/golden/shared_model.h"

#include <algorithm>
#include <filesystem>

namespace tflite {
namespace golden {

base::StatusOr<std::unique_ptr<FlatBufferModel>> OpenSharedModel(
    const std::string& name) {
  const std::string path = "../shared/goldens/models/" + name + "/model.tflite";
  if (!std::filesystem::exists(path)) {
    return base::Unavailable("not run: ", path, " does not exist");
  }
  auto model = FlatBufferModel::VerifyAndBuildFromFile(path.c_str());
  if (model == nullptr) return base::Invalid("cannot open ", path);
  return model;
}

std::string TestNameOfModel(std::string name) {
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

std::string SharedModelTestName(
    const ::testing::TestParamInfo<const char*>& info) {
  return TestNameOfModel(info.param);
}

}  // namespace golden
}  // namespace tflite
