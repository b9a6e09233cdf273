#ifndef KERNELS_GEMM_STORED_WEIGHTS_H_
#define KERNELS_GEMM_STORED_WEIGHTS_H_

#include <cstdint>
#include <vector>

#include "kernels/gemm/matrix.h"
#include "kernels/math/packed.h"
#include "tensorflow_lite_lite/base/host.h"
#include "tensorflow_lite_lite/base/node_view.h"
#include "tensorflow_lite_lite/base/tensor_view.h"

namespace tflite::kernels {

// The threads for packing before a node's first Eval; null outside of a graph.
inline ThreadPool* PackingThreads(const NodeView& node) {
  base::Host* host = base::Host::Of(node.context());
  return host == nullptr ? nullptr : &host->thread_pool();
}

// A weights tensor's elements one by one: the tensor's own memory, or a copy
// where it stores several to a byte.
class StoredWeights {
 public:
  // `room` holds such a copy while this object is used; reusing it saves
  // allocations.
  StoredWeights(const TensorView& tensor, std::vector<int8_t>* room)
      : data_(tensor.data<char>()),
        bytes_(tensor.type() == kTfLiteFloat32 ? 4 : 1) {
    const bool int4 = tensor.type() == kTfLiteInt4;
    if (!int4 && tensor.type() != kTfLiteInt2) return;
    const int64_t n = tensor.num_elements();
    room->resize(static_cast<size_t>(n));
    (int4 ? UnpackInt4 : UnpackInt2)(tensor.data<uint8_t>(), n, room->data());
    data_ = reinterpret_cast<const char*>(room->data());
  }

  // Columns from element `first` on, see GemmSource.
  GemmSource Source(int64_t first, int64_t column_stride,
                    int64_t depth_stride) const {
    GemmSource source;
    source.data = data_ + first * bytes_;
    source.column_stride = column_stride;
    source.depth_stride = depth_stride;
    return source;
  }

 private:
  const char* data_;
  int64_t bytes_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_STORED_WEIGHTS_H_
