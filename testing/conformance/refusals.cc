#include "testing/conformance/refusals.h"

#include <set>
#include <string_view>

#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {
namespace {

constexpr char kHead[] =
    "# What this delegate leaves to the CPU, and the reason it gives. Made by\n"
    "# running its conformance test with --update_golden; to be reviewed.\n";

// The rows that can refer to a case, the most general first: of its operator,
// of its operator and type, and of the case itself.
std::vector<std::string> RowsFor(const std::string& full_name) {
  const std::string op = full_name.substr(0, full_name.find('/'));
  const std::string type = full_name.substr(full_name.rfind('/'));
  return {op + "/*", op + "/*" + type, full_name};
}

bool IsOfTheRelease(const std::string& reason) {
  return base::StartsWith(reason, "this release of ");
}

// A row has only one line.
std::string OneLine(const std::string& reason) {
  return base::ReplaceAll(reason, "\n", " ");
}

}  // namespace

base::StatusOr<Refusals> Refusals::Parse(const std::string& text) {
  Refusals out;
  int number = 0;
  for (const std::string_view line : base::StrSplit(text, '\n')) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    const size_t colon = line.find(": ");
    if (colon == std::string_view::npos) {
      return base::Invalid("line ", number, " is not \"case: reason\"");
    }
    if (!out.rows_.emplace(line.substr(0, colon), line.substr(colon + 2))
             .second) {
      return base::Invalid("line ", number, " repeats ", line.substr(0, colon));
    }
  }
  return out;
}

std::string Refusals::Format(const std::map<std::string, std::string>& reasons,
                             const std::vector<std::string>& all_names) {
  // For each possible row, the reasons of its cases; "" for cases that are not
  // refused.
  std::map<std::string, std::set<std::string>> by_row;
  for (const std::string& name : all_names) {
    const auto it = reasons.find(name);
    for (const std::string& row : RowsFor(name)) {
      by_row[row].insert(it == reasons.end() ? "" : it->second);
    }
  }
  std::map<std::string, std::string> rows;
  for (const auto& [name, reason] : reasons) {
    for (const std::string& row : RowsFor(name)) {
      if (by_row[row].size() > 1) continue;
      rows[row] = OneLine(reason);
      break;
    }
  }
  std::string out = kHead;
  for (const auto& [row, reason] : rows) {
    base::StrAppend(&out, row, ": ", reason, "\n");
  }
  return out;
}

const std::string* Refusals::Find(const std::string& full_name) const {
  const std::string* found = nullptr;
  for (const std::string& row : RowsFor(full_name)) {
    const auto it = rows_.find(row);
    if (it != rows_.end()) found = &it->second;
  }
  return found;
}

std::vector<std::string> Refusals::Unused(
    const std::vector<std::string>& all_names) const {
  std::set<std::string> known;
  for (const std::string& name : all_names) {
    for (const std::string& row : RowsFor(name)) known.insert(row);
  }
  std::vector<std::string> out;
  for (const auto& [row, reason] : rows_) {
    if (known.count(row) == 0) out.push_back(row);
  }
  return out;
}

base::Status CheckPlacement(const Placement& placement,
                            const std::string* listed, bool other_release) {
  const bool listed_for_the_release =
      listed != nullptr && IsOfTheRelease(*listed);
  if (other_release &&
      (listed_for_the_release ||
       (!placement.delegated && IsOfTheRelease(placement.reason)))) {
    return base::OkStatus();
  }
  if (placement.delegated) {
    return listed == nullptr
               ? base::OkStatus()
               : base::Invalid("is delegated, but listed as refused: ",
                               *listed);
  }
  const std::string reason = OneLine(placement.reason);
  if (listed == nullptr) {
    return base::Invalid("is left to the CPU, but not listed in the golden: ",
                         reason);
  }
  if (*listed == reason) return base::OkStatus();
  return base::Invalid("is refused because: ", reason,
                       "\nbut listed with: ", *listed);
}

}  // namespace conformance
}  // namespace tflite
