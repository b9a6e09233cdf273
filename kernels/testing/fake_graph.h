#ifndef KERNELS_TESTING_FAKE_GRAPH_H_
#define KERNELS_TESTING_FAKE_GRAPH_H_

#include <deque>
#include <string>
#include <vector>

#include "kernels/testing/guarded_memory.h"
#include "tensorflow_lite_lite/base/host.h"
#include "tensorflow_lite_lite/base/status.h"

namespace tflite::kernels {

// Tensors and the functions of a TfLiteContext over them, for one node. Memory
// of arena tensors appears with AllocateArena; each block follows a guard band,
// and what lies beyond it cannot be accessed. The node may use threads and
// resources; there are no other graphs.
class FakeGraph : public Host {
 public:
  explicit FakeGraph(int threads);
  ~FakeGraph() override;

  TfLiteContext* context() { return &context_; }
  int AddTensor(TfLiteType type);
  // Adds a tensor whose memory is aligned as that of a kernel is.
  void AddScratch();
  // Drops tensors from `count` on.
  void Truncate(int count);

  // Takes the array.
  TfLiteStatus Resize(int index, TfLiteIntArray* dims);
  // Gives the tensor a block of its own, holding `bytes`.
  void SetData(int index, const std::vector<uint8_t>& bytes);
  void FreeData(int index);
  // Blocks for arena tensors, filled with garbage unless they are `kept`.
  void AllocateArena();
  void FillRubbish(int index);
  // An error when some block's guard band was overwritten.
  Status CheckGuards() const;

  void AddError(const std::string& text) { error_ += text; }
  // What was reported since the last call.
  std::string TakeError();

  ThreadPool& thread_pool() override { return pool_; }
  ResourceStore& resources() override { return resources_; }
  int subgraph_count() const override { return 1; }
  Host* subgraph(int index) override { return index == 0 ? this : nullptr; }
  int subgraph_index() const override { return 0; }
  const std::string& GetName() const override { return name_; }
  const std::vector<int>& inputs() const override { return none_; }
  const std::vector<int>& outputs() const override { return none_; }
  TfLiteTensor* tensor(int index) override { return &tensors_[index]; }
  Status ResizeInputTensor(int, const std::vector<int>&) override {
    return Internal("a graph that only has tensors");
  }
  Status AllocateTensors() override {
    return Internal("a graph that only has tensors");
  }
  bool IsPrepared() override { return false; }
  Status Invoke() override { return Internal("a graph that only has tensors"); }
  bool HasDynamicTensors() override { return false; }
  void ReleaseMemory() override {}
  bool IsCancelled() override { return false; }
  void ConstantIsPacked(const TfLiteTensor&) override { ++packed_constants_; }
  int packed_constants() const { return packed_constants_; }
  void CountKernelMemory(int64_t change) override { kernel_bytes_ += change; }
  int64_t kernel_bytes() const { return kernel_bytes_; }

 private:
  struct Block {
    uint8_t* data() { return memory.data() + offset; }
    GuardedMemory memory;
    size_t offset = 0, size = 0;
  };

  void Allocate(int index, size_t bytes);

  ThreadPool pool_;
  ResourceStore resources_;
  const std::string name_ = "op_test";
  const std::vector<int> none_;
  int64_t kernel_bytes_ = 0;
  int packed_constants_ = 0;
  TfLiteContext context_{};
  std::vector<TfLiteTensor> tensors_;
  std::vector<Block> blocks_;  // parallel to tensors_, as is the next one
  std::vector<bool> is_scratch_;
  std::string error_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_TESTING_FAKE_GRAPH_H_
