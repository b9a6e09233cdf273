#include "kernels/gemm/matrix.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "tensorflow_lite_lite/base/checked.h"

namespace tflite {
namespace {

constexpr size_t kAlignment = 64;
// Depths moved at a time while transposing: source and destination stay in the
// first-level cache.
constexpr int64_t kDepthBlock = 16;

// `columns` columns from `source` to a panel of `width`.
void PackFloats(const GemmSource& s, const float* source, int64_t columns,
                int64_t width, int64_t k, float* panel) {
  if (columns < width) std::fill_n(panel, width * k, 0.0f);
  for (int64_t k0 = 0; k0 < k; k0 += kDepthBlock) {
    const int64_t k1 = std::min(k, k0 + kDepthBlock);
    if (s.column_stride == 1) {
      for (int64_t d = k0; d < k1; ++d) {
        std::copy_n(source + d * s.depth_stride, columns, panel + d * width);
      }
      continue;
    }
    for (int64_t j = 0; j < columns; ++j) {
      const float* from = source + j * s.column_stride;
      for (int64_t d = k0; d < k1; ++d) {
        panel[d * width + j] = from[d * s.depth_stride];
      }
    }
  }
}

// One column into the panel's groups; returns the sum of its elements.
template <int kGroup>
int32_t PackColumn(const GemmSource& s, const int8_t* from, int64_t width, int64_t k,
                   int8_t* to) {
  const uint8_t flip = s.is_unsigned ? 0x80 : 0;
  uint32_t sum = 0;
  int64_t d = 0;
  for (; d + kGroup <= k; d += kGroup, to += width * kGroup) {
    for (int i = 0; i < kGroup; ++i) {
      const int8_t v = static_cast<int8_t>(
          static_cast<uint8_t>(from[(d + i) * s.depth_stride]) ^ flip);
      to[i] = v;
      sum += static_cast<uint32_t>(int32_t{v});
    }
  }
  for (int i = 0; d < k; ++d, ++i) {
    const int8_t v =
        static_cast<int8_t>(static_cast<uint8_t>(from[d * s.depth_stride]) ^ flip);
    to[i] = v;
    sum += static_cast<uint32_t>(int32_t{v});
  }
  return static_cast<int32_t>(sum);
}

template <int kGroup>
void PackIntegers(const GemmSource& s, const int8_t* source, int64_t columns,
                  int64_t width, int64_t k, int8_t* panel, int32_t* sums) {
  const int64_t groups = (k + kGroup - 1) / kGroup;
  if (columns < width || k % kGroup != 0) {
    std::memset(panel, 0, static_cast<size_t>(width * groups * kGroup));
  }
  for (int64_t j = 0; j < columns; ++j) {
    sums[j] = PackColumn<kGroup>(s, source + j * s.column_stride, width, k,
                                 panel + j * kGroup);
  }
}

}  // namespace

GemmMatrix::GemmMatrix(GemmType type, int64_t n, int64_t k, const GemmIsa& isa)
    : isa_(&isa), type_(type), n_(n), k_(k) {
  const bool is_float = type == GemmType::kFloat;
  nr_ = is_float ? isa.float_nr : isa.int_nr;
  vector_ = is_float ? isa.float_vector : isa.int_vector;
  group_ = is_float ? 1 : type == GemmType::kByte && isa.bytes ? 4 : 2;
}

bool GemmMatrix::CheckedBytes(size_t* bytes) const {
  int64_t elements = 0, total = 0, sums = 0;
  const int64_t size = type_ == GemmType::kFloat ? sizeof(float) : 1;
  if (!CheckedMul(padded_columns(), groups() * group_, &elements) ||
      !CheckedMul(elements, size, &total) ||
      !CheckedMul(padded_columns(), int64_t{sizeof(int32_t)}, &sums) ||
      !CheckedAdd(total, sums, &total) ||
      !CheckedAdd(total, int64_t{kAlignment}, &total)) {
    return false;
  }
  return CheckedCast(total, bytes);
}

int64_t GemmMatrix::PanelWidth(int64_t p) const {
  const int64_t columns = std::min<int64_t>(nr_, n_ - p * nr_);
  return (columns + vector_ - 1) / vector_ * vector_;
}

void GemmMatrix::SetMemory(void* memory) {
  // Sums first: they end on a multiple of the alignment.
  sums_ = static_cast<int32_t*>(memory);
  const size_t sum_bytes =
      (static_cast<size_t>(padded_columns()) * sizeof(int32_t) + kAlignment - 1) /
      kAlignment * kAlignment;
  panels_ = static_cast<char*>(memory) + sum_bytes;
}

void GemmMatrix::Pack(const GemmSource& source, void* memory) {
  SetMemory(memory);
  PackPanels(source, 0, num_panels());
}

void GemmMatrix::PackPanels(const GemmSource& source, int64_t begin, int64_t end) {
  for (int64_t p = begin; p < end; ++p) {
    const int64_t first = p * nr_;
    const int64_t columns = std::min<int64_t>(nr_, n_ - first);
    if (type_ == GemmType::kFloat) {
      PackFloats(source,
                 static_cast<const float*>(source.data) +
                     first * source.column_stride,
                 columns, PanelWidth(p), k_, const_cast<float*>(float_panel(p)));
      continue;
    }
    int32_t* sums = sums_ + first;
    std::fill_n(sums, nr_, 0);
    const int8_t* from =
        static_cast<const int8_t*>(source.data) + first * source.column_stride;
    int8_t* panel = const_cast<int8_t*>(int_panel(p));
    if (group_ == 4) {
      PackIntegers<4>(source, from, columns, PanelWidth(p), k_, panel, sums);
    } else {
      PackIntegers<2>(source, from, columns, PanelWidth(p), k_, panel, sums);
    }
  }
}

GemmBuffer::~GemmBuffer() {
  if (data_ != nullptr) ::operator delete(data_, std::align_val_t(kAlignment));
}

GemmBuffer::GemmBuffer(GemmBuffer&& other) noexcept { *this = std::move(other); }

GemmBuffer& GemmBuffer::operator=(GemmBuffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

bool GemmBuffer::Allocate(size_t bytes) {
  if (bytes <= size_) return true;
  if (data_ != nullptr) ::operator delete(data_, std::align_val_t(kAlignment));
  size_ = 0;
  data_ = ::operator new(bytes, std::align_val_t(kAlignment), std::nothrow);
  if (data_ == nullptr) return false;
  size_ = bytes;
  return true;
}

}  // namespace tflite
