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

// Changes to a partition that a back-end requests before the host creates it.
// Nodes are identified by their index in the graph.
class PartitionReview {
 public:
  // Leaves the node to the CPU; users see the reason. If a node is refused more
  // than once, the first reason applies. The remaining nodes are partitioned
  // and reviewed again.
  void Refuse(int node, const std::string& reason) {
    refused_.emplace(node, reason);
  }
  // Splits the partition into these nodes and the others; both parts are
  // reviewed again. Ignored unless `nodes` contains some but not all of the
  // partition's nodes, and in a review that also refuses nodes. If each part
  // depends on the other, the host creates more than two partitions.
  void SplitOff(std::vector<int> nodes) { split_off_ = std::move(nodes); }

  const std::map<int, std::string>& refused() const { return refused_; }
  const std::vector<int>& split_off() const { return split_off_; }

 private:
  std::map<int, std::string> refused_;
  std::vector<int> split_off_;
};

// A back-end's decisions about whole partitions, in addition to those about
// each node (SimpleDelegateInterface::CheckNode). Called in the delegate's
// Prepare, on the same thread, in which the kernels are created afterwards.
class PartitionPolicy {
 public:
  virtual ~PartitionPolicy() = default;

  // If the number of partitions is limited, those with the largest gain are
  // chosen, based on the next two functions. By default a node costs no time on
  // the device, and a byte at the boundary 0.1 ns.

  // Seconds that the device needs for the node in one run. `operations` is the
  // approximate number of operations that the CPU would need, which executes
  // 4e10 per second.
  virtual double NodeSeconds(const NodeSize& node, double operations) const {
    return 0;
  }
  // Seconds to transfer one byte to the device or back.
  virtual double ByteSeconds() const { return 1e-10; }

  // Reviews a partition that the host would create and requests changes in
  // `review`. May read the host's graph, which is still unchanged. Called again
  // for the partitions that result from the changes until none are requested.
  // An error leaves the whole graph to the CPU.
  virtual base::Status Review(TfLiteContext* context,
                              const TfLiteDelegateParams& partition,
                              PartitionReview* review) const {
    return base::OkStatus();
  }
  // Called once after all reviews of a graph, when the host has created the
  // kernels of its partitions or something has failed. Release here what was
  // kept from reviews for the kernels.
  virtual void FinishReviews(TfLiteContext* context) const {}
};

}  // namespace tflite::delegates

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_POLICY_H_
