#include "testing/conformance/contents.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/base/tensor_view.h"
#include "tensorflow_lite_lite/string_util.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite {
namespace conformance {
namespace {

struct Limits {
  double lowest, highest;
};

// The range of an integer type that tensors may be quantized to.
Limits LimitsOf(TfLiteType type) {
  switch (type) {
    case kTfLiteInt2:
      return {-2, 1};
    case kTfLiteInt4:
      return {-8, 7};
    case kTfLiteUInt4:
      return {0, 15};
    case kTfLiteInt8:
      return {-128, 127};
    case kTfLiteUInt8:
      return {0, 255};
    case kTfLiteInt16:
      return {-32768, 32767};
    case kTfLiteUInt16:
      return {0, 65535};
    default:
      return {std::numeric_limits<int32_t>::min(),
              std::numeric_limits<int32_t>::max()};
  }
}

template <typename T>
void Store(T value, size_t i, std::string& out) {
  std::memcpy(&out[i * sizeof(T)], &value, sizeof(T));
}

void Pack(int bits, double value, size_t i, std::string& out) {
  const int per_byte = 8 / bits;
  const int shift = static_cast<int>(i % per_byte) * bits;
  const int raw = static_cast<int>(value) & ((1 << bits) - 1);
  out[i / per_byte] = static_cast<char>(out[i / per_byte] | (raw << shift));
}

base::Status StoreAs(TfLiteType type, double value, size_t i,
                     std::string& out) {
  // Floats may be larger.
  const int64_t integer =
      std::abs(value) < 0x1p63 ? static_cast<int64_t>(value) : 0;
  switch (type) {
    case kTfLiteFloat32:
      Store(static_cast<float>(value), i, out);
      break;
    case kTfLiteFloat64:
      Store(value, i, out);
      break;
    case kTfLiteFloat16:
      Store(half(static_cast<float>(value)).to_bits(), i, out);
      break;
    case kTfLiteBFloat16:
      Store(bfloat16(static_cast<float>(value)).to_bits(), i, out);
      break;
    case kTfLiteInt8:
    case kTfLiteUInt8:
    case kTfLiteBool:
      Store(static_cast<uint8_t>(integer), i, out);
      break;
    case kTfLiteInt16:
    case kTfLiteUInt16:
      Store(static_cast<uint16_t>(integer), i, out);
      break;
    case kTfLiteInt32:
    case kTfLiteUInt32:
      Store(static_cast<uint32_t>(integer), i, out);
      break;
    case kTfLiteInt64:
    case kTfLiteUInt64:
      Store(integer, i, out);
      break;
    case kTfLiteInt4:
    case kTfLiteUInt4:
      Pack(4, value, i, out);
      break;
    case kTfLiteInt2:
      Pack(2, value, i, out);
      break;
    default:
      return base::Invalid("no contents for tensors of type ",
                           TfLiteTypeGetName(type));
  }
  return base::OkStatus();
}

bool IsInteger(TfLiteType type) {
  return !base::IsFloat(type) && type != kTfLiteComplex64;
}

// Returns element `i`, which is in slice `slice` of the quantized dimension.
double Draw(const Elements& e, int slice, Random& random) {
  if (!e.quantized()) {
    return IsInteger(e.type)
               ? static_cast<double>(random.Int(static_cast<int64_t>(e.min),
                                                static_cast<int64_t>(e.max)))
               : random.Real(e.min, e.max);
  }
  const Limits limits = LimitsOf(e.type);
  if (e.min > e.max) {
    return static_cast<double>(
        random.Int(static_cast<int64_t>(limits.lowest),
                   static_cast<int64_t>(limits.highest)));
  }
  const size_t at = e.scales.size() > 1 ? slice : 0;
  const double stored =
      std::round(random.Real(e.min, e.max) / e.scales[at]) + e.zero_points[at];
  return std::clamp(stored, limits.lowest, limits.highest);
}

std::string EncodeStrings(const std::vector<std::string>& strings) {
  SimpleDynamicBuffer buffer;
  for (const std::string& s : strings) buffer.AddString(s.data(), s.size());
  char* bytes = nullptr;
  const int size = buffer.WriteToBuffer(&bytes);
  std::string out(bytes, bytes == nullptr ? 0 : size);
  std::free(bytes);
  return out;
}

}  // namespace

base::StatusOr<std::string> MakeContents(const Tensor& tensor, Random& random) {
  const Elements& e = tensor.elements;
  if (e.type == kTfLiteString) return EncodeStrings(tensor.strings);
  int64_t count = 1, inner = 1;
  for (size_t i = 0; i < tensor.shape.size(); ++i) {
    count *= tensor.shape[i];
    if (static_cast<int>(i) > e.dimension) inner *= tensor.shape[i];
  }
  if (!tensor.sparse.dimensions.empty()) {
    count = static_cast<int64_t>(tensor.values.size());
  }
  TFLL_ASSIGN_OR_RETURN(const size_t bytes, base::BytesFor(e.type, count));
  std::string out(bytes, '\0');
  const bool is_complex = e.type == kTfLiteComplex64;
  const TfLiteType stored = is_complex ? kTfLiteFloat32 : e.type;
  const int64_t numbers = is_complex ? 2 * count : count;
  const int slices = static_cast<int>(e.scales.size());
  for (int64_t i = 0; i < numbers; ++i) {
    const int slice = slices == 0 ? 0 : static_cast<int>(i / inner % slices);
    const double value = tensor.values.empty()
                             ? Draw(e, slice, random)
                             : tensor.values[i % tensor.values.size()];
    TFLL_RETURN_IF_ERROR(StoreAs(stored, value, i, out));
  }
  return out;
}

GuardedBuffer::GuardedBuffer(size_t bytes)
    : memory_(bytes + 2 * kBand + kAlignment, static_cast<char>(kFiller)),
      size_(bytes) {
  const auto start = reinterpret_cast<uintptr_t>(memory_.data()) + kBand;
  const uintptr_t aligned = (start + kAlignment - 1) / kAlignment * kAlignment;
  data_ = memory_.data() + (aligned - start) + kBand;
}

void GuardedBuffer::Fill(const std::string& bytes) {
  if (size_ != 0) std::memcpy(data_, bytes.data(), size_);
}

bool GuardedBuffer::Intact() const {
  const auto filler = [](char c) { return c == static_cast<char>(kFiller); };
  const char* first = memory_.data();
  return std::all_of(first, static_cast<const char*>(data_), filler) &&
         std::all_of(static_cast<const char*>(data_) + size_,
                     first + memory_.size(), filler);
}

}  // namespace conformance
}  // namespace tflite
