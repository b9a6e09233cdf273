// Selecting cases by a part of their name.
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"
#include "tools/edit_distance.h"

namespace tflite {
namespace conformance {
namespace {

constexpr size_t kMostSuggested = 5;

std::vector<std::string> Nearest(const std::set<std::string>& names,
                                 const std::string& text) {
  std::vector<std::pair<size_t, std::string>> by_distance;
  for (const std::string& name : names) {
    by_distance.push_back({EditDistance(name, text), name});
  }
  std::sort(by_distance.begin(), by_distance.end());
  std::vector<std::string> nearest;
  for (auto& [distance, name] : by_distance) {
    if (nearest.size() == kMostSuggested) break;
    nearest.push_back(std::move(name));
  }
  return nearest;
}

}  // namespace

base::StatusOr<std::vector<Case>> CasesNamed(std::vector<Case> cases,
                                             const std::string& text) {
  const std::string wanted = base::ToLower(text);
  std::vector<Case> named;
  std::set<std::string> operators;
  for (Case& c : cases) {
    operators.insert(OperatorName(c));
    if (base::StrContains(base::ToLower(FullName(c)), wanted)) {
      named.push_back(std::move(c));
    }
  }
  if (!named.empty()) return named;
  // Only the operator's name is compared: OPERATOR/Case/type.
  const std::string op = wanted.substr(0, wanted.find('/'));
  return base::Invalid("no case has '", text, "' in its name, such as ",
                       "add/Same/float32; the nearest operators are ",
                       base::StrJoin(Nearest(operators, op), ", "));
}

}  // namespace conformance
}  // namespace tflite
