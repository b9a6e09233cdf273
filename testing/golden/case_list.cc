#include "testing/golden/case_list.h"

#include <fstream>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite {
namespace golden {
namespace {

std::string OperatorOf(const std::string& id) {
  return id.substr(0, id.find('/'));
}

}  // namespace

base::Status CaseList::Read(const std::string& paths) {
  for (const auto& path : base::StrSplitNonEmpty(paths, ',')) {
    std::ifstream in{std::string(path)};
    if (!in) return base::Invalid("cannot open ", path);
    std::string line;
    while (std::getline(in, line)) {
      if (line.empty() || line[0] == '#') continue;
      const size_t colon = line.find(':');
      const std::string argument =
          colon == std::string::npos ? "" : line.substr(colon + 1);
      if (base::StripWhitespace(argument).empty()) {
        return base::Invalid(path, ": no argument for ", line);
      }
      rows_.emplace(line.substr(0, colon), argument);
    }
  }
  return base::OkStatus();
}

bool CaseList::Has(const std::string& id) {
  operators_.insert(OperatorOf(id));
  if (rows_.count(id) == 0) return false;
  met_.insert(id);
  return true;
}

std::vector<std::string> CaseList::Stale() const {
  std::vector<std::string> stale;
  for (const auto& [id, argument] : rows_) {
    if (met_.count(id) == 0 && operators_.count(OperatorOf(id)) != 0) {
      stale.push_back(id);
    }
  }
  return stale;
}

}  // namespace golden
}  // namespace tflite
