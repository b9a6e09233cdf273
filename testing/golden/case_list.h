#ifndef TESTING_GOLDEN_CASE_LIST_H_
#define TESTING_GOLDEN_CASE_LIST_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace golden {

// A list of recorded cases with special treatment, each with a justification.
// Rows have the form "OPERATOR/case: argument"; '#' starts a comment.
class CaseList {
 public:
  // Adds the rows of files, given as comma-separated paths. Errors name the
  // file, and the row if it has no justification.
  base::Status Read(const std::string& paths);

  // Whether the case is listed. Records that the case exists.
  bool Has(const std::string& id);

  // Returns the rows of cases that do not exist: Has was called with other
  // cases of the same operator, but never with these.
  std::vector<std::string> Stale() const;

 private:
  std::map<std::string, std::string> rows_;  // arguments by "OPERATOR/case"
  std::set<std::string> met_;
  std::set<std::string> operators_;
};

}  // namespace golden
}  // namespace tflite

#endif  // TESTING_GOLDEN_CASE_LIST_H_
