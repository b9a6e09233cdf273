#include "testing/golden/shared_model.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace tflite {
namespace golden {

namespace {

namespace fs = std::filesystem;

constexpr char kModels[] = "../shared/goldens/models/";
constexpr char kFile[] = "/model.tflite";

}  // namespace

std::string SharedModelFolder(const std::string& name) {
  return kModels + name;
}

std::vector<std::string> SharedModelNames() {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(kModels, error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (fs::exists(SharedModelFolder(name) + kFile)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

base::StatusOr<std::unique_ptr<FlatBufferModel>> OpenSharedModel(
    const std::string& name) {
  const std::string path = SharedModelFolder(name) + kFile;
  if (!fs::exists(path)) {
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
