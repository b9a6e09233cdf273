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

// Memory that XNNPACK reads: as many bytes as asked for, and XNN_EXTRA_BYTES.
class XnnBytes {
 public:
  explicit XnnBytes(size_t bytes) : data_(bytes + XNN_EXTRA_BYTES) {}
  char* data() { return data_.data(); }
  const char* data() const { return data_.data(); }

 private:
  std::vector<char> data_;
};

// A partition as XNNPACK runs it. Operators hold their weights packed; the
// graph they were made from is gone.
class XnnProgram : public PartitionProgram {
 public:
  // A tensor at the border, and the value that stands for it.
  struct Border {
    int tensor;
    uint32_t value;
    bool is_input;
  };
  // A tensor at the border whose elements were known before: written where its
  // memory is, which the host keeps for it alone.
  struct Known {
    int tensor;
    std::shared_ptr<XnnBytes> bytes;
    void* written_to = nullptr;
  };
  struct Parts {
    XnnRuntime runtime;  // null where nothing is to be computed
    XnnThreads::Pool threads;
    int threads_asked = 0, num_threads = 1;  // see XnnThreads::Number
    std::vector<Border> border;
    // Values that are computed and that nobody reads: operators run one after
    // another, so that they share one piece of memory.
    std::vector<uint32_t> unread;
    size_t scratch_bytes = 0;  // of the largest of them
    std::vector<Known> known;
    // Operands that are constants.
    std::vector<std::shared_ptr<XnnBytes>> operands;
  };

  explicit XnnProgram(Parts parts) : parts_(std::move(parts)) {}
  // The runtime goes before the threads and constants that it uses.
  ~XnnProgram() override { parts_.runtime.reset(); }

  Status Prepare(TfLiteContext* context) override;
  Status Run(TfLiteContext* context) override;
  bool IsStale(TfLiteContext* context) const override {
    return XnnThreads::Number(parts_.threads_asked, *context) !=
           parts_.num_threads;
  }

 private:
  // Where each value of the border lies; inputs that must not be read beyond
  // their end are copied. True where a place has changed.
  bool Locate(TfLiteContext* context);

  Parts parts_;
  std::vector<xnn_external_value> places_;
  std::vector<std::unique_ptr<XnnBytes>> copies_;  // by position in the border
  std::unique_ptr<XnnBytes> scratch_;
};

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_PROGRAM_H_
