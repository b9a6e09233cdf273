#ifndef KERNELS_GEMM_MATRIX_H_
#define KERNELS_GEMM_MATRIX_H_

#include <cstddef>
#include <cstdint>

#include "kernels/gemm/isa.h"

namespace tflite::kernels {

// The operands of a product left * right.
enum class GemmType {
  kFloat,  // FLOAT32 by FLOAT32
  kByte,   // INT8 or UINT8 by INT8, 32-bit sums
  kInt16,  // INT16 by INT8, 32-bit or 64-bit sums
};

// Where the right operand's elements lie before they are packed: column j,
// depth k at data[j * column_stride + k * depth_stride].
struct GemmSource {
  const void* data = nullptr;  // float or int8
  int64_t column_stride = 0, depth_stride = 0;
  // The bytes are UINT8. They are packed as INT8, minus 128; the caller
  // subtracts 128 from their zero point, too.
  bool is_unsigned = false;
};

// The right operand of a product, n columns of depth k, packed for one
// instruction set in panels of float_nr or int_nr columns; the last panel may
// be narrower (isa.h). A panel is [depth][columns] for floats, and [groups of
// the depth][columns][depth in the group] for integers; a group is what 4 bytes
// of the left operand hold. If the depth consists of runs, each of them starts
// with a group. Padding is zeros. Immutable once packed; the memory belongs to
// the caller.
class GemmMatrix {
 public:
  GemmMatrix() = default;
  // `run`: elements of a run of the depth, for groups of four; 0: there is one.
  GemmMatrix(GemmType type, int64_t n, int64_t k,
             const GemmIsa& isa = BestGemmIsa(), int64_t run = 0);

  // Memory for the packed matrix; false when the size overflows int64. 64-byte
  // alignment is best.
  bool CheckedBytes(size_t* bytes) const;
  // Packs into memory of that size, which must outlive this object.
  void Pack(const GemmSource& source, void* memory);
  // The same in parts: panels [begin, end); the parts may run at once, after
  // SetMemory.
  void SetMemory(void* memory);
  // Sets the bytes that packing leaves as they are, so that equal matrices have
  // equal memory. Between SetMemory and packing.
  void ClearPadding();
  void PackPanels(const GemmSource& source, int64_t begin, int64_t end);
  // Panel `p` alone, of a source whose first column is the panel's.
  void PackPanel(const GemmSource& source, int64_t p);

  const GemmIsa& isa() const { return *isa_; }
  GemmType type() const { return type_; }
  int64_t n() const { return n_; }
  int64_t k() const { return k_; }
  int64_t run() const { return run_; }
  // Columns of a full panel.
  int64_t panel_columns() const { return nr_; }
  int64_t num_panels() const { return (n_ + nr_ - 1) / nr_; }
  // Columns of the matrix, with the padding of the last panel up to nr.
  int64_t padded_columns() const { return num_panels() * nr_; }
  // Elements of the depth in a group: 1, 2 or 4.
  int group() const { return group_; }
  int64_t groups() const {
    return run_ == 0 ? GroupsOf(k_) : k_ / run_ * GroupsOf(run_);
  }

  const float* float_panel(int64_t p) const {
    return static_cast<const float*>(panels_) + p * nr_ * k_;
  }
  const int8_t* int_panel(int64_t p) const {
    return static_cast<const int8_t*>(panels_) + p * nr_ * groups() * group_;
  }
  // Integers: the sum of each column's elements, padded_columns() of them.
  const int32_t* column_sums() const { return sums_; }

 private:
  int64_t GroupsOf(int64_t depth) const {
    return (depth + group_ - 1) / group_;
  }
  int64_t PanelWidth(int64_t p) const;

  const GemmIsa* isa_ = nullptr;
  GemmType type_ = GemmType::kFloat;
  int64_t n_ = 0, k_ = 0, run_ = 0;
  int nr_ = 1, vector_ = 1, group_ = 1;
  void* panels_ = nullptr;
  int32_t* sums_ = nullptr;
};

// Memory aligned for vectors.
class GemmBuffer {
 public:
  GemmBuffer() = default;
  ~GemmBuffer();
  GemmBuffer(const GemmBuffer&) = delete;
  GemmBuffer& operator=(const GemmBuffer&) = delete;
  GemmBuffer(GemmBuffer&& other) noexcept;
  GemmBuffer& operator=(GemmBuffer&& other) noexcept;

  // False when there is not enough memory; then none is held. Contents are
  // undefined. A buffer that is large enough is reused.
  [[nodiscard]] bool Allocate(size_t bytes);
  void* data() const { return data_; }
  size_t size() const { return size_; }

 private:
  void* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_MATRIX_H_
