#include <algorithm>
#include <cstring>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/pad/pad.h"

namespace tflite::kernels {
namespace {

// The least number of bytes for a thread.
constexpr int64_t kGrainBytes = 64 * 1024;

// Writes the padded tensor front to back, each run of padding and each run of
// the value at once. For paddings that neither crop nor part the elements.
class Writer {
 public:
  Writer(const Pad& op, const char* element, int bytes)
      : op_(op),
        out_(op.outputs[0].shape),
        element_(element),
        bytes_(bytes),
        in_strides_(DenseStrides(op.input)),
        out_strides_(DenseStrides(out_)) {
    while (depth_ > 0 && op.input[depth_ - 1] == out_[depth_ - 1]) --depth_;
  }

  // The whole tensor. Rows of the outermost dimension of more than one element
  // are written by several threads where they are large.
  void WriteAll(const char* in, char* out, ThreadPool& threads) const {
    int d = 0;
    while (d < depth_ && out_[d] == 1 && op_.input[d] == 1) ++d;
    if (d + 1 >= depth_ || threads.num_threads() == 1) {
      Write(d, in, out);
      return;
    }
    const int64_t before = op_.dims[d].before;
    const int64_t row = out_strides_[d];
    threads.ParallelFor(
        out_[d], LeastItems(kGrainBytes, {row, bytes_}),
        [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            char* to = out + i * row * bytes_;
            if (i < before || i >= before + op_.input[d]) {
              Fill(row, to);
            } else {
              Write(d + 1, in + (i - before) * in_strides_[d] * bytes_, to);
            }
          }
        });
  }

 private:
  // Rows of `d` and all inner dimensions. Returns the end of what it wrote.
  char* Write(int d, const char* in, char* out) const {
    if (d == depth_) return Copy(Elements(op_.input, d), in, out);
    const int64_t before = op_.dims[d].before;
    const int64_t after = out_[d] - op_.input[d] - before;
    out = Fill(before * out_strides_[d], out);
    if (d + 1 == depth_) {
      out = Copy(op_.input[d] * in_strides_[d], in, out);
    } else {
      for (int32_t i = 0; i < op_.input[d]; ++i) {
        out = Write(d + 1, in + i * in_strides_[d] * bytes_, out);
      }
    }
    return Fill(after * out_strides_[d], out);
  }

  static int64_t Elements(const Shape& shape, int from) {
    return shape.Product(from, shape.rank());
  }
  char* Copy(int64_t count, const char* in, char* out) const {
    if (count == 0) return out;
    std::memcpy(out, in, static_cast<size_t>(count * bytes_));
    return out + count * bytes_;
  }
  char* Fill(int64_t count, char* out) const {
    FillCells(element_, bytes_, count, out);
    return out + count * bytes_;
  }

  const Pad& op_;
  const Shape& out_;
  const char* element_;
  const int bytes_;
  const absl::InlinedVector<int64_t, 6> in_strides_;
  const absl::InlinedVector<int64_t, 6> out_strides_;
  int depth_ = op_.input.rank();  // dimensions from here on are not padded
};

// Fills the output, then puts the elements that stay into their places.
void Scatter(const Pad& op, const char* element, int bytes, const char* in,
             char* out, ThreadPool& threads) {
  const Shape& shape = op.outputs[0].shape;
  FillCells(element, bytes, shape.num_elements(), out, &threads);
  const auto in_strides = DenseStrides(op.input);
  const auto out_strides = DenseStrides(shape);
  StridedCopy copy;
  for (int d = 0; d < op.input.rank(); ++d) {
    const int64_t step = op.dims[d].interior + 1;
    const int64_t before = op.dims[d].before;
    const int64_t first = (std::max<int64_t>(0, -before) + step - 1) / step;
    const int64_t room = int64_t{shape[d]} - 1 - before;
    const int64_t last =
        room < 0 ? -1 : std::min<int64_t>(op.input[d] - 1, room / step);
    copy.in_offset += first * in_strides[d];
    copy.out_offset += (before + first * step) * out_strides[d];
    copy.Add(last - first + 1, in_strides[d], step * out_strides[d]);
  }
  RunStridedCopy(copy, bytes, in, out, &threads);
}

bool IsPlain(const Pad& op) {
  for (int d = 0; d < op.input.rank(); ++d) {
    const Pad::Dim& dim = op.dims[d];
    if (dim.before < 0 || dim.interior != 0 ||
        dim.before + op.input[d] > op.outputs[0].shape[d]) {
      return false;
    }
  }
  return true;
}

}  // namespace

Status EvalPadReference(const Pad& op, EvalContext& context) {
  absl::InlinedVector<int, 2> inputs = {0};
  if (op.element_input >= 0) inputs.push_back(op.element_input);
  return MoveCells(op, context, inputs, [&](const Cells& cells) {
    // Little-endian: the low bytes hold the number. It is 0 in wider types.
    char zero[16] = {static_cast<char>(op.zero),
                     static_cast<char>(op.zero >> 8)};
    const char* element = op.element_input >= 0 ? cells.in[1] : zero;
    if (IsPlain(op)) {
      Writer(op, element, cells.bytes)
          .WriteAll(cells.in[0], cells.out[0], context.threads());
    } else {
      Scatter(op, element, cells.bytes, cells.in[0], cells.out[0],
              context.threads());
    }
    return OkStatus();
  });
}

}  // namespace tflite::kernels
