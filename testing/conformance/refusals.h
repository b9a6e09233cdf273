#ifndef TESTING_CONFORMANCE_REFUSALS_H_
#define TESTING_CONFORMANCE_REFUSALS_H_

#include <map>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace conformance {

// A conformance.golden: the cases that a delegate leaves to the CPU, each with
// the delegate's reason. Lines have the form
//   max_pool_2d/Same3x3/int16_quantized: the reason
//   abs/*/int8_quantized: the reason for all cases of this operator and type
//   cos/*: the reason for all cases of the operator
// '#' starts a comment.
class Refusals {
 public:
  // Errors name the line.
  static base::StatusOr<Refusals> Parse(const std::string& text);

  // Formats reasons, by full case name, as a file; `all_names` are the names of
  // all cases.
  static std::string Format(const std::map<std::string, std::string>& reasons,
                            const std::vector<std::string>& all_names);

  // Null if the case is not listed.
  const std::string* Find(const std::string& full_name) const;

  // Returns the rows that match no case.
  std::vector<std::string> Unused(
      const std::vector<std::string>& all_names) const;

 private:
  std::map<std::string, std::string> rows_;
};

// Compares the placement of a case with the listed refusals. Errors: an
// unlisted refusal, another reason, a stale row.
//
// Reasons that begin with "this release of " state what the delegate's library
// lacks, and not what the delegate does with it. With `other_release`, the
// library is not the one with which the list was recorded: then such a reason,
// listed or given, is no error.
struct Placement;
base::Status CheckPlacement(const Placement& placement,
                            const std::string* listed, bool other_release);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_REFUSALS_H_
