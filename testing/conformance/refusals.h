#ifndef TESTING_CONFORMANCE_REFUSALS_H_
#define TESTING_CONFORMANCE_REFUSALS_H_

#include <map>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace conformance {

// A conformance.golden: the cases that a delegate leaves to the CPU, with the
// reason it gives for each. A line is
//   max_pool_2d/Same3x3/int16: the reason
//   abs/*/int8: the reason all cases of this operator and type are refused with
//   cos/*: the reason all cases of the operator are refused with
// '#' starts a comment.
class Refusals {
 public:
  // Errors name the line.
  static base::StatusOr<Refusals> Parse(const std::string& text);

  // Reasons by a case's full name, as a file; `all_names` are those of all
  // cases.
  static std::string Format(const std::map<std::string, std::string>& reasons,
                            const std::vector<std::string>& all_names);

  // Null when the case is not listed.
  const std::string* Find(const std::string& full_name) const;

  // Rows that are about none of the cases.
  std::vector<std::string> Unused(
      const std::vector<std::string>& all_names) const;

 private:
  std::map<std::string, std::string> rows_;
};

// What is wrong with where a case ran, given what is listed for it: an unlisted
// refusal, another reason, a stale row. Ok when nothing is.
struct Placement;
base::Status CheckPlacement(const Placement& placement,
                            const std::string* listed);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_REFUSALS_H_
