#ifndef TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_POLICY_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_POLICY_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/delegate/partition_choice.h"

namespace tflite::delegates {

// What a back-end wants changed about a partition before the host makes it.
// Nodes are named by their index in the graph.
class PartitionReview {
 public:
  // The node goes to the CPU, for a reason that users see; of several reasons
  // the first counts. The others are partitioned and reviewed again.
  void Refuse(int node, const std::string& reason) {
    refused_.emplace(node, reason);
  }
  // These nodes of the partition and its others become partitions apart, each
  // of which is reviewed again. Some, not all, of its nodes; where two sets
  // depend on each other both ways, the host makes more than two partitions.
  void SplitOff(std::vector<int> nodes) { split_off_ = std::move(nodes); }

  const std::map<int, std::string>& refused() const { return refused_; }
  const std::vector<int>& split_off() const { return split_off_; }

 private:
  std::map<int, std::string> refused_;
  std::vector<int> split_off_;
};

// What a back-end says of whole partitions, beyond what it says of each node
// (SimpleDelegateInterface::CheckNode). Called while the delegate prepares, on
// the thread that does so.
class PartitionPolicy {
 public:
  virtual ~PartitionPolicy() = default;

  // Where partitions are limited in number, those that save most are taken. By
  // default a node costs the device nothing, and a byte at the boundary a tenth
  // of a nanosecond.

  // Seconds that the device needs for the node in one run. `operations` are
  // those that the CPU would need, roughly; it makes 4e10 in a second.
  virtual double NodeSeconds(const NodeSize& node, double operations) const {
    return 0;
  }
  // Seconds that pass until a byte has reached the device or the host.
  virtual double ByteSeconds() const { return 1e-10; }

  // Looks at one partition that the host would make, and notes what is to be
  // changed. The host's graph may be looked at; it is as it was. Called again
  // for what the changes make of the graph, until nothing is to be changed. An
  // error leaves the whole graph to the CPU.
  virtual base::Status Review(TfLiteContext* context,
                              const TfLiteDelegateParams& partition,
                              PartitionReview* review) const {
    return base::OkStatus();
  }
};

}  // namespace tflite::delegates

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_POLICY_H_
