#include "kernels/reduce/reduce_compute.h"

#include <algorithm>

#include "kernels/math/strided_copy.h"

namespace tflite::kernels {

int64_t ReduceParts(int64_t results, int64_t elements, int64_t steps) {
  constexpr int64_t kPartElements = 32768;
  if (results > kReduceTogether || steps == 0) return 1;
  return std::clamp<int64_t>(elements / kPartElements, 1,
                             std::min(kMostReduceParts, steps));
}

RowReduction::RowReduction(const Reduce& op)
    : width_(op.count),
      parts_(ReduceParts(op.num_outputs, op.count * op.num_outputs, op.count)),
      mean_(op.kind == ReduceKind::kMean) {
  if (op.type != kTfLiteFloat32 || op.count == 0) return;
  const ReduceLoops* loops = FindReduceLoops(op);
  if (loops->accumulator_bytes != sizeof(float)) return;
  loops_ = loops;
}

void RowReduction::Run(const float* in, int64_t rows, float* out) const {
  for (int64_t r = 0; r < rows; r += kReduceTogether) {
    RunSome(in + r * width_, std::min(kReduceTogether, rows - r), out + r);
  }
}

void RowReduction::RunSome(const float* in, int64_t rows, float* out) const {
  FillCells(loops_->first, sizeof(float), rows, out);
  loops_->rows(in, rows, width_, width_ / parts_, out);
  for (int64_t i = 1; i < parts_; ++i) {
    float part[kReduceTogether];
    const int64_t begin = width_ * i / parts_;
    FillCells(loops_->first, sizeof(float), rows, part);
    loops_->rows(in + begin, rows, width_, width_ * (i + 1) / parts_ - begin,
                 part);
    loops_->combine(part, rows, out);
  }
  if (!mean_) return;
  for (int64_t r = 0; r < rows; ++r) out[r] = MeanOf(out[r], width_);
}

}  // namespace tflite::kernels
