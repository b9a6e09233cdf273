#ifndef DELEGATES_CPU_CPU_LAYER_H_
#define DELEGATES_CPU_CPU_LAYER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>

#include "delegates/common/partition_builder.h"
#include "kernels/conv_2d/conv_2d.h"
#include "kernels/depthwise_conv_2d/depthwise_conv_2d.h"
#include "kernels/fully_connected/fully_connected.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::cpu {

using namespace delegates;
using base::ThreadPool;
using kernels::ConvWindow;

// An operator with weights, with what was fused into it: padding changes the
// window, an activation the range.
struct LayerSpec {
  std::variant<kernels::Conv2d, kernels::DepthwiseConv2d,
               kernels::FullyConnected>
      op;
  // Of the model, or owned.
  ConstantElements<char> weights{nullptr, 0};
  ConstantElements<char> bias{nullptr, 0};  // empty without a bias

  kernels::WeightedSum& sum();
  const kernels::WeightedSum& sum() const;
  // Null for FULLY_CONNECTED.
  ConvWindow* window();
  const ConvWindow* window() const;
  // Of a row of the output's image, for layers with a window.
  int64_t out_row_bytes() const;
  int64_t element_bytes() const;
};

// True if both read the same constants and compute the same.
bool SameLayer(const LayerSpec& a, const LayerSpec& b);

// A layer with packed weights, on plain memory. Shared by all programs that
// have the same layer; everything but Pack may be called by several threads
// after the first Pack.
class CpuLayer {
 public:
  // An error when there is not enough memory.
  static StatusOr<std::shared_ptr<CpuLayer>> Create(LayerSpec spec);
  virtual ~CpuLayer() = default;

  const LayerSpec& spec() const { return spec_; }
  // Packs the weights, in the first call. An error when there is not enough
  // memory. Thread-safe.
  Status Pack(ThreadPool& threads);
  // Whether runs read the model's weights, not only what Pack made of them.
  virtual bool reads_weights() const = 0;

  // The whole layer, with `scratch` of RunBytes(pool.num_threads()), 64-byte
  // aligned.
  virtual uint64_t RunBytes(int threads) const = 0;
  virtual void Run(const void* in, void* out, void* scratch,
                   ThreadPool& pool) const = 0;

  // True if the layer can compute some rows of an image: RunStrip, on the
  // calling thread, for a window with other heights and vertical padding.
  // `scratch` has StripBytes(w) for `w` or a window of more rows.
  virtual bool has_strips() const { return false; }
  virtual uint64_t StripBytes(const ConvWindow& w) const { return 0; }
  virtual void RunStrip(const ConvWindow& w, const void* in, void* out,
                        void* scratch, ThreadPool& alone) const {}

  // Of a row of the input's and the output's images, for has_strips().
  int64_t in_row_bytes() const;
  int64_t out_row_bytes() const { return spec_.out_row_bytes(); }
  int64_t out_bytes() const;  // of the whole output
  int64_t element_bytes() const { return spec_.element_bytes(); }

 protected:
  explicit CpuLayer(LayerSpec spec) : spec_(std::move(spec)) {}
  virtual Status Init() = 0;
  virtual Status PackWeights(ThreadPool& threads) = 0;
  const void* bias() const {
    return spec_.bias.size() == 0 ? nullptr : spec_.bias.data();
  }

 private:
  struct Once;
  const LayerSpec spec_;
  std::shared_ptr<Once> once_;
};

// The layers in use, for programs that share them. Thread-safe. The programs
// own the layers.
class LayerStore {
 public:
  LayerStore();
  ~LayerStore();
  LayerStore(const LayerStore&) = delete;
  LayerStore& operator=(const LayerStore&) = delete;

  // The layer that some program has for this spec, or a new one. An error as
  // for CpuLayer::Create.
  StatusOr<std::shared_ptr<CpuLayer>> Get(LayerSpec spec);

 private:
  struct State;
  const std::unique_ptr<State> state_;
};

}  // namespace tflite::cpu

#endif  // DELEGATES_CPU_CPU_LAYER_H_
