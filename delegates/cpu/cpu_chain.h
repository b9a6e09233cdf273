#ifndef DELEGATES_CPU_CPU_CHAIN_H_
#define DELEGATES_CPU_CPU_CHAIN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "delegates/cpu/cpu_layer.h"
#include "kernels/binary/binary_compute.h"

namespace tflite::cpu {

// Rows [begin, end) of an image.
struct RowRange {
  int64_t begin = 0, end = 0;
  int64_t size() const { return end - begin; }
};

// The rows that output rows `out` of the window read, at least one.
RowRange InputRows(const ConvWindow& w, const RowRange& out);

// The element-wise operator at the end of a chain: one operand is the last
// layer's result, the other one, `residual`, has as many elements.
struct ResidualAdd {
  std::shared_ptr<const kernels::BinaryPairs> pairs;
  bool result_first = true;  // the layer's result is the first operand
};

// Layers one after another, the output of each read only by the next one. Runs
// them by strips: a few rows of the last output at a time, so that what the
// layers write in between stays in the cache; rows that the next strip reads
// again are kept. Immutable.
class CpuChain {
 public:
  static constexpr int kMostLayers = 3;

  // A strip's intermediate results take about `strip_bytes`; 0: no strips. More
  // than one layer only if all have strips.
  CpuChain(std::vector<std::shared_ptr<CpuLayer>> layers,
           std::optional<ResidualAdd> add, int64_t strip_bytes);

  Status Pack(ThreadPool& threads) const;
  // Memory of a run, 64-byte aligned.
  uint64_t ScratchBytes(int threads) const;
  // `residual` is null without an addition. `out` overlaps neither input.
  void Run(const void* in, const void* residual, void* out, void* scratch,
           ThreadPool& pool) const;

  // Rows of the last output in a strip; 0 if the chain does not run by strips.
  int64_t strip_rows() const { return strip_rows_; }

 private:
  struct Strips;
  bool UsesStrips(int threads) const;
  uint64_t StripSlotBytes() const;
  void PlanStrips(int64_t strip_bytes);
  void RunWhole(const void* in, const void* residual, void* out, void* scratch,
                ThreadPool& pool) const;
  void RunStrips(const void* in, const void* residual, void* out, void* scratch,
                 ThreadPool& pool) const;
  void Add(const void* residual, int64_t begin, int64_t count, void* out) const;

  const std::vector<std::shared_ptr<CpuLayer>> layers_;
  const std::optional<ResidualAdd> add_;
  int64_t strip_rows_ = 0;
  // Of all but the last layer: rows of its output that a strip holds.
  std::vector<int64_t> held_rows_;
};

}  // namespace tflite::cpu

#endif  // DELEGATES_CPU_CPU_CHAIN_H_
