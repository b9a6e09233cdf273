#ifndef DELEGATES_GPU_PROGRAM_REVIEWED_GRAPHS_H_
#define DELEGATES_GPU_PROGRAM_REVIEWED_GRAPHS_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "delegates/common/partition.h"
#include "delegates/gpu/program/gpu_compile.h"
#include "tensorflow_lite_lite/base/shape.h"

namespace tflite::gpu {

using namespace delegates;

// The graphs of partitions from their review until the host creates their
// kernels, so that what has been checked is what runs, and no partition is
// emitted twice. Thread-safe.
class ReviewedGraphs {
 public:
  // The maximum size of the constants of all partitions that are kept for one
  // host graph, because integer weights are kept as FLOAT32. A partition that
  // is kept alone may be larger: compiling it needs the same memory.
  static constexpr uint64_t kMaxConstantBytes = uint64_t{64} << 20;

  // Keeps the graph for Take, if there is room. `context` is the host's graph.
  void Keep(const TfLiteContext* context, const DelegatedPartition& partition,
            SettledGpuGraph graph);
  // Returns and removes the graph of a partition with the same nodes, boundary
  // and input shapes. Null if it is not kept.
  std::optional<SettledGpuGraph> Take(const TfLiteContext* context,
                                      const DelegatedPartition& partition);
  // Removes what is left of a host's graph: partitions that were reviewed, but
  // changed or dropped afterwards.
  void Drop(const TfLiteContext* context);

 private:
  struct Key {
    Key(const TfLiteContext& context, const DelegatedPartition& partition);
    bool operator==(const Key& other) const;

    std::vector<int> nodes, inputs, outputs;
    std::vector<base::Shape> shapes;  // of the inputs
  };
  struct Entry {
    Key key;
    uint64_t constant_bytes;
    SettledGpuGraph graph;
  };

  std::mutex mutex_;
  std::map<const TfLiteContext*, std::vector<Entry>> graphs_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_PROGRAM_REVIEWED_GRAPHS_H_
