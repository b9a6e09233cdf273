#include "kernels/math/broadcast.h"

#include <algorithm>

namespace tflite::kernels {

Broadcast::Broadcast(const Shape& out, absl::Span<const Shape> operands) {
  // From the innermost dimension outwards, strides of the operands before it.
  absl::InlinedVector<Axis, 4> axes;  // innermost first
  int64_t step[3] = {1, 1, 1};
  bool moving[3] = {};
  for (int d = out.rank() - 1; d >= 0; --d) {
    if (out[d] == 1) continue;
    Axis axis{out[d], {}};
    bool alike = !axes.empty();
    for (size_t i = 0; i < operands.size(); ++i) {
      const int own = d - out.rank() + operands[i].rank();
      const bool moves = own >= 0 && operands[i][own] != 1;
      axis.stride[i] = moves ? step[i] : 0;
      if (moves) step[i] *= out[d];
      alike = alike && moves == moving[i];
      moving[i] = moves;
    }
    if (alike) {
      axes.back().extent *= axis.extent;
    } else {
      axes.push_back(axis);
    }
  }
  if (axes.empty()) return;
  row_ = axes[0].extent;
  std::copy_n(axes[0].stride, 3, row_stride_);
  for (size_t i = axes.size() - 1; i > 0; --i) {
    outer_.push_back(axes[i]);
    rows_ *= axes[i].extent;
  }
}

void Broadcast::ForEachRow(
    absl::FunctionRef<void(const BroadcastRow&)> body) const {
  if (rows_ != 0 && row_ != 0) Walk(0, rows_, 1, row_, body);
}

void Broadcast::ForEachRow(
    ThreadPool& threads, int64_t grain,
    absl::FunctionRef<void(const BroadcastRow&)> body) const {
  if (rows_ == 0 || row_ == 0) return;
  if (rows_ == 1 && row_ <= grain) {
    body({0, {0, 0, 0}, row_});
    return;
  }
  // Long rows are cut, so that one row can occupy all threads. No piece is
  // longer than the grain, so that the last one is not empty.
  const int64_t pieces = (row_ + grain - 1) / grain;
  const int64_t piece = (row_ + pieces - 1) / pieces;
  const int64_t total = rows_ * pieces;
  if (threads.num_threads() == 1 || num_elements() <= grain) {
    Walk(0, total, pieces, piece, body);
    return;
  }
  threads.ParallelFor(total, grain / piece, [&](int64_t begin, int64_t end) {
    Walk(begin, end, pieces, piece, body);
  });
}

void Broadcast::Walk(int64_t begin, int64_t end, int64_t pieces, int64_t piece,
                     absl::FunctionRef<void(const BroadcastRow&)> body) const {
  const int axes = static_cast<int>(outer_.size());
  absl::InlinedVector<int64_t, 4> index(axes);
  int64_t base[3] = {};
  int64_t row = begin / pieces;
  int64_t at = begin % pieces;
  for (int64_t rest = row, d = axes - 1; d >= 0; --d) {
    index[d] = rest % outer_[d].extent;
    rest /= outer_[d].extent;
    for (int i = 0; i < 3; ++i) base[i] += index[d] * outer_[d].stride[i];
  }
  for (int64_t unit = begin; unit < end; ++unit) {
    const int64_t from = at * piece;
    const int64_t count = std::min(piece, row_ - from);
    body({row * row_ + from,
          {base[0] + from * row_stride_[0], base[1] + from * row_stride_[1],
           base[2] + from * row_stride_[2]},
          count});
    if (++at < pieces) continue;
    at = 0;
    ++row;
    for (int d = axes - 1; d >= 0; --d) {
      for (int i = 0; i < 3; ++i) base[i] += outer_[d].stride[i];
      if (++index[d] < outer_[d].extent) break;
      for (int i = 0; i < 3; ++i) base[i] -= index[d] * outer_[d].stride[i];
      index[d] = 0;
    }
  }
}

}  // namespace tflite::kernels
