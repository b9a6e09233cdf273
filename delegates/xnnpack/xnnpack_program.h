#ifndef DELEGATES_XNNPACK_XNNPACK_PROGRAM_H_
#define DELEGATES_XNNPACK_XNNPACK_PROGRAM_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "delegates/common/partition_kernel.h"
#include "delegates/xnnpack/xnnpack_device.h"

namespace tflite::xnnpack {

using namespace delegates;

struct DeleteSubgraph {
  void operator()(xnn_subgraph* graph) const { xnn_delete_subgraph(graph); }
};
using XnnGraph = std::unique_ptr<xnn_subgraph, DeleteSubgraph>;

struct DeleteRuntime {
  void operator()(xnn_runtime* runtime) const { xnn_delete_runtime(runtime); }
};
using XnnRuntime = std::unique_ptr<xnn_runtime, DeleteRuntime>;

// Memory for XNNPACK to read, with XNN_EXTRA_BYTES after the requested bytes.
class XnnBytes {
 public:
  explicit XnnBytes(size_t bytes) : data_(bytes + XNN_EXTRA_BYTES) {}
  char* data() { return data_.data(); }
  const char* data() const { return data_.data(); }

 private:
  std::vector<char> data_;
};

// A compiled partition. Its operators own their packed weights; the graph from
// which it was built no longer exists.
class XnnProgram : public PartitionProgram {
 public:
  // A tensor at the partition's boundary and its value in the graph.
  struct Border {
    int tensor;
    uint32_t value;
    bool is_input;
  };
  // A tensor at the boundary whose elements are known at compile time. Copied
  // to the tensor's memory in each run: others may have written there since.
  struct Known {
    int tensor;
    std::shared_ptr<XnnBytes> bytes;
  };
  struct Parts {
    XnnRuntime runtime;  // null if there is nothing to compute
    XnnThreads::Pool threads;
    int threads_asked = 0, num_threads = 1;  // see XnnThreads::Number
    std::vector<Border> border;
    // Values that are computed but not read. They share one block of memory,
    // because operators run one after another.
    std::vector<uint32_t> unread;
    size_t scratch_bytes = 0;  // the largest of them
    std::vector<Known> known;
    // Constant operands.
    std::vector<std::shared_ptr<XnnBytes>> operands;
  };

  explicit XnnProgram(Parts parts) : parts_(std::move(parts)) {}
  // The runtime must be destroyed before the threads and constants that it
  // uses.
  ~XnnProgram() override { parts_.runtime.reset(); }

  Status Run(TfLiteContext* context) override;
  bool IsStale(TfLiteContext* context) const override {
    return XnnThreads::Number(parts_.threads_asked, *context) !=
           parts_.num_threads;
  }

 private:
  // Determines the address of each boundary value. Inputs in the application's
  // memory are copied, because XNNPACK reads beyond their end. True if an
  // address has changed.
  bool Locate(TfLiteContext* context);

  // An error if the library computes an output of another shape than its
  // tensor's, which operators inside the partition would also have read.
  // Releases that do not compute shapes use those of the tensors.
  Status CheckShapes(const TfLiteContext& context) const;

  Parts parts_;
  std::vector<xnn_external_value> places_;
  std::vector<std::unique_ptr<XnnBytes>> copies_;  // indexed like `border`
  std::unique_ptr<XnnBytes> scratch_;
};

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_PROGRAM_H_
