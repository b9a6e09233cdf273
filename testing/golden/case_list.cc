#include "testing/golden/case_list.h"

#include <fstream>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"

namespace tflite {
namespace golden {
namespace {

std::string OperatorOf(const std::string& id) {
  return id.substr(0, id.find('/'));
}

}  // namespace

base::Status CaseList::Read(const std::string& paths) {
  for (const auto& path : absl::StrSplit(paths, ',', absl::SkipEmpty())) {
    std::ifstream in{std::string(path)};
    if (!in) return base::Invalid("cannot open ", path);
    std::string line;
    while (std::getline(in, line)) {
      if (line.empty() || line[0] == '#') continue;
      const std::pair<std::string, std::string> row =
          absl::StrSplit(line, absl::MaxSplits(':', 1));
      if (absl::StripAsciiWhitespace(row.second).empty()) {
        return base::Invalid(path, ": no argument for ", line);
      }
      rows_.insert(row);
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
