#ifndef KERNELS_LSTM_LSTM_CPU_LAYERS_H_
#define KERNELS_LSTM_LSTM_CPU_LAYERS_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/lstm/lstm.h"
#include "kernels/recurrent/layer_product.h"

namespace tflite::kernels {

// The steps of a sequence are cut into chunks, whose rows of x are multiplied
// by the weights in one product or, batch-major, in one product per batch:
// large enough for the matrix engine, small enough for the caches.
struct LstmChunks {
  static constexpr int64_t kRows = 128;

  explicit LstmChunks(const Lstm& op)
      : steps(std::min<int64_t>(
            op.steps, std::max<int64_t>(1, kRows / std::max(1, op.batch)))) {}

  // Rows of a chunk, and of one of its products.
  int64_t rows(const Lstm& op) const { return steps * op.batch; }
  int64_t product_rows(const Lstm& op) const {
    return op.time_major ? rows(op) : steps;
  }

  int64_t steps;
};

// The weights of a layer's products, see LayerProduct: gates one below the
// other, from the first there is.
struct LstmWeights {
  LstmWeights(const LstmLayer& layer, const NodeView& node);

  std::vector<LayerWeights> input, aux, recurrent, projection;
};

// Scratch memory for sums; an error when its size overflows.
StatusOr<int> RequestSums(PrepareContext& context, int64_t rows,
                          int64_t columns, int64_t element_bytes);

// The float and hybrid layer. Columns of sums are the gates one after the
// other, from the first there is.
class FloatLstmCpu {
 public:
  Status Prepare(const Lstm& op, const LstmLayer& layer,
                 PrepareContext& context);
  Status Pack(const LstmWeights& weights);
  void Run(const Lstm& op, const LstmLayer& layer, EvalContext& context) const;
  size_t MemoryBytes() const;

 private:
  void MultiplyInputs(const Lstm& op, const LstmLayer& layer, int64_t begin,
                      int64_t steps, EvalContext& context) const;
  void Project(const Lstm& op, const LstmLayer& layer,
               EvalContext& context) const;

  LayerProduct input_, aux_, recurrent_, projection_;
  // Sums of a chunk's x and xa, and of one step's h; h' before the projection.
  int input_scratch_ = 0, aux_scratch_ = 0, recurrent_scratch_ = 0;
  int hidden_scratch_ = 0;
};

class IntegerLstmCpu {
 public:
  Status Prepare(const Lstm& op, PrepareContext& context);
  void Pack(const LstmWeights& weights);
  void Run(const Lstm& op, EvalContext& context) const;
  size_t MemoryBytes() const;

 private:
  void MultiplyInputs(const Lstm& op, int64_t begin, int64_t steps,
                      EvalContext& context) const;
  void Project(const Lstm& op, EvalContext& context) const;

  IntegerLayerProduct input_, recurrent_, projection_;
  // Products of a chunk's x, of one step's h and of the projection; a row's
  // gates; h' before the projection.
  int input_scratch_ = 0, recurrent_scratch_ = 0, projection_scratch_ = 0;
  int gates_scratch_ = 0, hidden_scratch_ = 0;
};

}  // namespace tflite::kernels

#endif  // KERNELS_LSTM_LSTM_CPU_LAYERS_H_
