#include "delegates/cpu/cpu_rows.h"

#include <algorithm>
#include <unordered_map>

#include "delegates/cpu/cpu_slots.h"

namespace tflite::cpu {

using kernels::Binary;
using kernels::Reduce;
using kernels::Unary;

RowExtents RowExtentsOf(const Shape& shape) {
  if (shape.rank() == 0) return {};
  const int64_t width = shape.dim(-1);
  return {shape.num_elements() / width, width};
}

std::optional<RowForm> RowFormOf(const Shape& operand, const Shape& out) {
  const RowExtents extents = RowExtentsOf(out);
  const int64_t count = operand.num_elements();
  const bool columns = extents.width == 1;
  // A shape that broadcasts to `out` and has as many elements is that shape.
  if (count == out.num_elements()) {
    return columns ? RowForm::kColumn : RowForm::kMatrix;
  }
  if (count == 1) return RowForm::kScalar;
  if (columns) return std::nullopt;
  const int64_t last = operand.dim(-1);
  if (count == extents.width && last == extents.width) return RowForm::kShared;
  if (count == extents.rows && last == 1) return RowForm::kColumn;
  return std::nullopt;
}

bool RowSteps::has_reduction() const {
  return std::any_of(steps.begin(), steps.end(),
                     [](const RowStep& step) { return step.is_reduction(); });
}

// Slots for the inner values of a block of rows, each as long as steps use it.
class RowProgram::Room {
 public:
  Room(const RowSteps& rows, const std::function<bool(ValueId)>& is_inner) {
    std::unordered_map<ValueId, size_t> last;  // step that uses it
    for (size_t i = 0; i < rows.steps.size(); ++i) {
      const RowStep& step = rows.steps[i];
      for (int k = 0; k < step.num_inputs(); ++k) last[step.in[k].value] = i;
    }
    for (size_t i = 0; i < rows.steps.size(); ++i) {
      const RowStep& step = rows.steps[i];
      // Results may take the place of operands: each element is computed from
      // those in its place, and a reduction's are in places of another kind.
      Return(step, i, last);
      if (is_inner(step.out.value)) Take(step.out);
    }
    const int64_t row = RowElements(rows.extents.width);
    constexpr int64_t kBlock = 6144;  // floats: half of a first-level cache
    block_rows_ = std::clamp<int64_t>(kBlock / std::max<int64_t>(row, 1), 1,
                                      std::min<int64_t>(rows.extents.rows, 64));
    width_ = rows.extents.width;
  }

  int64_t block_rows() const { return block_rows_; }
  size_t elements() const {
    return static_cast<size_t>(matrices_.count) * MatrixElements() +
           static_cast<size_t>(columns_.count) * ColumnElements();
  }
  bool Has(ValueId value) const { return places_.count(value) > 0; }
  size_t OffsetOf(ValueId value) const {
    const Place& place = places_.at(value);
    const auto index = static_cast<size_t>(place.index);
    return place.column
               ? static_cast<size_t>(matrices_.count) * MatrixElements() +
                     index * ColumnElements()
               : index * MatrixElements();
  }

 private:
  struct Place {
    bool column;
    int index;
  };
  // Those of one kind.
  struct Places {
    int count = 0;
    std::vector<int> free;
  };

  static size_t Aligned(int64_t elements) {
    return static_cast<size_t>(elements + 15) / 16 * 16;
  }
  size_t MatrixElements() const { return Aligned(block_rows_ * width_); }
  size_t ColumnElements() const { return Aligned(block_rows_); }
  int64_t RowElements(int64_t width) const {
    return matrices_.count * width + columns_.count;
  }

  void Take(const RowStep::Operand& out) {
    const bool column = out.form == RowForm::kColumn;
    Places& places = column ? columns_ : matrices_;
    int index = places.count;
    if (places.free.empty()) {
      ++places.count;
    } else {
      index = places.free.back();
      places.free.pop_back();
    }
    places_[out.value] = {column, index};
  }
  void Free(ValueId value) {
    const auto at = places_.find(value);
    if (at == places_.end()) return;
    (at->second.column ? columns_ : matrices_).free.push_back(at->second.index);
  }
  // The operands that step `i` is the last to use.
  void Return(const RowStep& step, size_t i,
              const std::unordered_map<ValueId, size_t>& last) {
    for (int k = 0; k < step.num_inputs(); ++k) {
      const ValueId value = step.in[k].value;
      const bool again = k == 1 && value == step.in[0].value;
      if (!again && last.at(value) == i) Free(value);
    }
  }

  std::unordered_map<ValueId, Place> places_;
  Places matrices_, columns_;
  int64_t block_rows_ = 1, width_ = 1;
};

RowProgram::Operand RowProgram::OperandOf(const RowStep::Operand& operand,
                                          const Room& room) {
  Operand result;
  result.step = operand.form == RowForm::kMatrix   ? extents_.width
                : operand.form == RowForm::kColumn ? 1
                                                   : 0;
  if (room.Has(operand.value)) {
    result.offset = room.OffsetOf(operand.value);
    return result;
  }
  const auto at = std::find(outer_.begin(), outer_.end(), operand.value);
  result.outer = static_cast<int>(at - outer_.begin());
  if (at == outer_.end()) outer_.push_back(operand.value);
  return result;
}

RowProgram::Step RowProgram::StepOf(const RowStep& step, const Room& room) {
  Step result;
  const bool columns = step.out.form == RowForm::kColumn;
  result.width = columns ? 1 : extents_.width;
  result.x = OperandOf(step.in[0], room);
  result.out = OperandOf(step.out, room);
  if (const auto* reduce = std::get_if<Reduce>(&step.op)) {
    result.reduction.emplace(*reduce);
    return result;
  }
  if (const auto* unary = std::get_if<Unary>(&step.op)) {
    result.loop = kernels::UnaryLoopOf(unary->kind, unary->type).run;
    return result;
  }
  result.y = OperandOf(step.in[1], room);
  const auto moves = [&](const RowStep::Operand& operand) {
    return operand.form == step.out.form || operand.form == RowForm::kShared;
  };
  result.pairs.emplace(std::get<Binary>(step.op), moves(step.in[0]),
                       moves(step.in[1]));
  for (const RowStep::Operand& operand : step.in) {
    result.together &=
        operand.form == step.out.form || operand.form == RowForm::kScalar;
  }
  return result;
}

RowProgram::RowProgram(const RowSteps& rows,
                       const std::function<bool(ValueId)>& is_inner)
    : extents_(rows.extents) {
  const Room room(rows, is_inner);
  block_rows_ = room.block_rows();
  slot_bytes_ = room.elements() * sizeof(float);
  for (const RowStep& step : rows.steps) steps_.push_back(StepOf(step, room));
}

// Some rows, and the memory for them.
struct RowProgram::Block {
  const std::vector<float*>& outer;
  float* slot;
  int64_t first, count;

  float* At(const Operand& operand) const {
    return operand.outer < 0 ? slot + operand.offset
                             : outer[static_cast<size_t>(operand.outer)] +
                                   first * operand.step;
  }
};

void RowProgram::RunStep(const Step& step, const Block& block) {
  const float* x = block.At(step.x);
  float* out = block.At(step.out);
  if (step.reduction) return step.reduction->Run(x, block.count, out);
  const int64_t elements = block.count * step.width;
  if (step.loop != nullptr) return step.loop(x, elements, 0, out);
  const float* y = block.At(step.y);
  if (step.together) return step.pairs->Run(x, y, elements, out);
  for (int64_t r = 0; r < block.count; ++r) {
    step.pairs->Run(x + r * step.x.step, y + r * step.y.step, step.width,
                    out + r * step.width);
  }
}

void RowProgram::Run(const std::function<void*(ValueId)>& place, void* scratch,
                     base::ThreadPool& pool) const {
  std::vector<float*> outer;
  for (const ValueId value : outer_) {
    outer.push_back(static_cast<float*>(place(value)));
  }
  constexpr int64_t kLeast = 16384;  // elements of a range
  Slots slots(pool.num_threads(), slot_bytes_, scratch);
  pool.ParallelFor(
      extents_.rows, kLeast / extents_.width + 1,
      [&](int64_t begin, int64_t end) {
        const Slot slot(&slots);
        auto* memory = reinterpret_cast<float*>(slot.memory());
        for (int64_t r = begin; r < end; r += block_rows_) {
          const Block block{outer, memory, r, std::min(block_rows_, end - r)};
          for (const Step& step : steps_) RunStep(step, block);
        }
      });
}

}  // namespace tflite::cpu
