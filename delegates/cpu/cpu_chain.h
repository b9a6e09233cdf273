#ifndef DELEGATES_CPU_CPU_CHAIN_H_
#define DELEGATES_CPU_CPU_CHAIN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "delegates/cpu/cpu_curve.h"
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

// The largest intermediate results that a chain keeps in the cache, and what it
// reads again for each strip.
struct ChainLimits {
  int64_t strip_bytes = 0;        // 0: no chains
  int64_t least_value_bytes = 0;  // smaller ones are not worth a chain
  // Weights of all layers. More would not stay in the cache from strip to
  // strip.
  int64_t most_weight_bytes = 256 * 1024;
};

// What the layers of a chain hold for a strip of `rows` rows of the last
// output.
struct HeldRows {
  // `keeps_last`: the last output, too, is read again.
  HeldRows(const std::vector<const LayerSpec*>& layers, bool keeps_last,
           int64_t rows);

  std::vector<int64_t> rows;  // of each layer's output but the last one's
  int64_t bytes = 0;          // of all of them
};

int64_t WeightBytes(const std::vector<const LayerSpec*>& layers);

// A layer and what becomes of its results, or null.
struct ChainStep {
  std::shared_ptr<CpuLayer> layer;
  std::shared_ptr<const ResultCurve> curve;
};

// The product, channel by channel, of the first layer's input with factors
// before it: those of all pixels, or of all pixels of each image. Floats.
struct InputScale {
  std::shared_ptr<const kernels::BinaryPairs> pairs;
  bool per_image = false;
};

// The element-wise operator at the end of a chain: one operand is the last
// layer's result, the other one, `residual`, has as many elements.
struct ResidualAdd {
  std::shared_ptr<const kernels::BinaryPairs> pairs;
  bool result_first = true;  // the layer's result is the first operand
};

// The tensors and the memory of a run.
struct ChainArgs {
  const void* in = nullptr;
  const float* factors = nullptr;  // of InputScale
  const void* residual = nullptr;  // of ResidualAdd
  void* out = nullptr;             // overlaps none of the others
  void* scratch = nullptr;         // ScratchBytes(threads), 64-byte aligned
};

// Layers one after another, the output of each read only by the next one. Runs
// them by strips: a few rows of the last output at a time, so that what the
// layers write in between stays in the cache; rows that the next strip reads
// again are kept. Immutable.
class CpuChain {
 public:
  static constexpr int kMostLayers = 8;

  // More than one layer only if all have strips; an input scale only with one
  // layer that reads each pixel for itself.
  CpuChain(std::vector<ChainStep> steps, std::optional<ResidualAdd> add,
           std::optional<InputScale> scale, const ChainLimits& limits);

  Status Pack(ThreadPool& threads) const;
  const std::vector<ChainStep>& steps() const { return steps_; }
  uint64_t ScratchBytes(int threads) const;
  void Run(const ChainArgs& args, ThreadPool& pool) const;

  // Rows of the last output in a strip; 0 if the chain does not run by strips.
  int64_t strip_rows() const { return strip_rows_; }

 private:
  struct Strips;
  bool UsesStrips(int threads) const;
  uint64_t StripSlotBytes() const;
  // Of the largest result between layers, of every other layer.
  uint64_t InnerBytes(size_t first) const;
  void PlanStrips(int64_t strip_bytes);
  const CpuLayer& layer(size_t i) const { return *steps_[i].layer; }
  const CpuLayer& last() const { return *steps_.back().layer; }
  // True if the last layer's results are read again.
  bool KeepsLast() const { return add_ || steps_.back().curve != nullptr; }
  std::vector<const LayerSpec*> Specs() const;
  void RunWhole(const ChainArgs& args, ThreadPool& pool) const;
  void RunStrips(const ChainArgs& args, ThreadPool& pool) const;
  void Add(const void* residual, int64_t begin, int64_t count, void* out) const;
  // Of `rows` rows of images, if the input is scaled; otherwise 0.
  uint64_t ScaledBytes(int64_t rows) const;
  // Scales `rows` rows of the input from `first` on, counted over all images.
  void Scale(const ChainArgs& args, int64_t first, int64_t rows,
             float* scaled) const;

  const std::vector<ChainStep> steps_;
  const std::optional<ResidualAdd> add_;
  const std::optional<InputScale> scale_;
  int64_t strip_rows_ = 0;
  // Of all but the last layer: rows of its output that a strip holds.
  std::vector<int64_t> held_rows_;
};

}  // namespace tflite::cpu

#endif  // DELEGATES_CPU_CPU_CHAIN_H_
