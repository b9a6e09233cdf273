#include <algorithm>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/mirror_pad/mirror_pad.h"

namespace tflite::kernels {
namespace {

// The least number of bytes for a thread.
constexpr int64_t kGrainBytes = 64 * 1024;

// Slices of dimension `d`: the value's own first, then their images, which are
// slices of the output by then.
class Writer {
 public:
  Writer(const MirrorPad& op, int bytes, ThreadPool& threads)
      : op_(op),
        bytes_(bytes),
        threads_(threads),
        in_strides_(DenseStrides(op.input)),
        out_strides_(DenseStrides(op.outputs[0].shape)) {
    while (depth_ > 0 &&
           op.input[depth_ - 1] == op.outputs[0].shape[depth_ - 1]) {
      --depth_;
    }
  }

  void Write(int d, const char* in, char* out) const {
    if (d == depth_) {
      const int64_t count = op_.input.Product(d, op_.input.rank());
      CopyBytes(in, count * bytes_, out, threads_);
      return;
    }
    const int64_t extent = op_.input[d];
    const int64_t slice = out_strides_[d];
    const MirrorPad::Dim dim = op_.dims[d];
    char* own = out + dim.before * slice * bytes_;
    if (d + 1 == depth_) {
      CopyBytes(in, extent * slice * bytes_, own, threads_);
    } else {
      // Inside such a loop, those of other dimensions use no threads.
      threads_.ParallelFor(extent, LeastItems(kGrainBytes, {slice, bytes_}),
                           [&](int64_t i, int64_t end) {
                             for (; i < end; ++i) {
                               Write(d + 1, in + i * in_strides_[d] * bytes_,
                                     own + i * slice * bytes_);
                             }
                           });
    }
    Mirror(dim.before, slice, 2 * dim.before - 1 + op_.skip, 0, out);
    Mirror(dim.after, slice, dim.before + extent - 1 - op_.skip,
           dim.before + extent, out);
  }

 private:
  // `count` slices from `to` on are those from `from` on, backwards.
  void Mirror(int64_t count, int64_t slice, int64_t from, int64_t to,
              char* out) const {
    StridedCopy copy;
    copy.Add(count, -slice, slice);
    copy.Add(slice, 1, 1);
    copy.in_offset = from * slice;
    copy.out_offset = to * slice;
    RunStridedCopy(copy, bytes_, out, out, &threads_);
  }

  const MirrorPad& op_;
  const int bytes_;
  ThreadPool& threads_;
  const absl::InlinedVector<int64_t, 6> in_strides_;
  const absl::InlinedVector<int64_t, 6> out_strides_;
  int depth_ = op_.input.rank();  // dimensions from here on are not padded
};

}  // namespace

Status EvalMirrorPadReference(const MirrorPad& op, EvalContext& context) {
  return MoveCells(op, context, {0}, [&](const Cells& cells) {
    Writer(op, cells.bytes, context.threads())
        .Write(0, cells.in[0], cells.out[0]);
    return OkStatus();
  });
}

}  // namespace tflite::kernels
