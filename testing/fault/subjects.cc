#include "testing/fault/subjects.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "tensorflow_lite_lite/base/strings.h"
#include "testing/golden/golden_case.h"

namespace tflite::fault {

base::Status Subjects::AddPath(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return base::Invalid("no file ", path);
  if (S_ISDIR(info.st_mode)) return AddFolder(path);
  if (base::EndsWith(path, ".zip")) return AddPacked(path);
  if (!base::EndsWith(path, ".tflite")) return base::OkStatus();
  std::ifstream in(path, std::ios::binary);
  Add(path, std::string(std::istreambuf_iterator<char>(in), {}), {});
  return base::OkStatus();
}

void Subjects::Add(const std::string& name, std::string file,
                   std::vector<std::string> inputs) {
  if (file.size() > static_cast<size_t>(most_bytes_)) return;
  all_.push_back(
      {name, std::make_unique<Mutator>(std::move(file)), std::move(inputs)});
}

base::Status Subjects::AddFolder(const std::string& path) {
  std::vector<std::string> entries;
  DIR* dir = opendir(path.c_str());
  if (dir == nullptr) return base::Invalid("cannot read the folder ", path);
  while (const dirent* entry = readdir(dir)) {
    if (entry->d_name[0] != '.') entries.push_back(entry->d_name);
  }
  closedir(dir);
  std::sort(entries.begin(), entries.end());
  for (const std::string& entry : entries) {
    TFLL_RETURN_IF_ERROR(AddPath(base::StrCat(path, "/", entry)));
  }
  return base::OkStatus();
}

base::Status Subjects::AddPacked(const std::string& path) {
  TFLL_ASSIGN_OR_RETURN(auto cases, golden::ReadPacked(path));
  for (golden::Case& c : cases) {
    std::vector<std::string> inputs;
    if (!c.steps.empty() && c.steps[0].signature.empty()) {
      for (const golden::TensorRecord& r : c.steps[0].inputs) {
        inputs.push_back(c.inputs.substr(r.offset, r.bytes));
      }
    }
    Add(base::StrCat(c.op, "/", c.name), std::move(c.model), std::move(inputs));
  }
  return base::OkStatus();
}

}  // namespace tflite::fault
