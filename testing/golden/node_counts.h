#ifndef TESTING_GOLDEN_NODE_COUNTS_H_
#define TESTING_GOLDEN_NODE_COUNTS_H_

#include <map>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "testing/delegate_under_test.h"

namespace tflite {
namespace golden {

// How many nodes of each operator's cases, or of each model, a delegate takes,
// as text: rows "CONV_2D 40 of 45". What has no row is not delegated. '#'
// starts a comment.
class NodeCounts {
 public:
  static base::StatusOr<NodeCounts> Parse(const std::string& text);
  std::string Format() const;

  void Add(const std::string& op, const DelegatedNodes& nodes);

  // Returns the differences from the listed counts, one line per operator. If
  // only some cases were run (`whole` is false), returns only counts that are
  // impossible for any selection of cases. With `other_release`, the
  // delegate's library is not the one with which the list was recorded, and may
  // leave fewer nodes to the CPU.
  std::vector<std::string> Differences(const NodeCounts& listed, bool whole,
                                       bool other_release) const;

  DelegatedNodes Sum() const;

 private:
  std::map<std::string, DelegatedNodes> rows_;  // by operator
};

}  // namespace golden
}  // namespace tflite

#endif  // TESTING_GOLDEN_NODE_COUNTS_H_
