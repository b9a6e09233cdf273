#ifndef TESTING_GOLDEN_CASE_LIST_H_
#define TESTING_GOLDEN_CASE_LIST_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace golden {

// Recorded cases that are treated in a way of their own, each with the argument
// for that: rows "OPERATOR/case: argument". '#' starts a comment.
class CaseList {
 public:
  // Adds the rows of files, whose paths are separated by commas. Errors name
  // the file, and the row that has no argument.
  base::Status Read(const std::string& paths);

  // Whether the case is listed. Remembers that there is such a case.
  bool Has(const std::string& id);

  // The rows about cases that Has was not asked for although it was asked for
  // others of their operators: these cases do not exist.
  std::vector<std::string> Stale() const;

 private:
  std::map<std::string, std::string> rows_;  // arguments by "OPERATOR/case"
  std::set<std::string> met_;
  std::set<std::string> operators_;
};

}  // namespace golden
}  // namespace tflite

#endif  // TESTING_GOLDEN_CASE_LIST_H_
