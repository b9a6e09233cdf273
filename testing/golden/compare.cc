#include "testing/golden/compare.h"

#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/base/tensor_view.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite {
namespace golden {
namespace {

constexpr size_t kShown = 4;  // elements shown in a message

template <typename T>
T Load(std::string_view bytes, size_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

double Packed(std::string_view bytes, size_t i, int bits, bool is_signed) {
  const int per_byte = 8 / bits;
  const int shift = static_cast<int>(i % per_byte) * bits;
  const int raw =
      (static_cast<uint8_t>(bytes[i / per_byte]) >> shift) & ((1 << bits) - 1);
  return is_signed && raw >= (1 << (bits - 1)) ? raw - (1 << bits) : raw;
}

// The i-th real number of a tensor; complex elements count as two.
double ValueAt(TfLiteType type, std::string_view bytes, size_t i) {
  switch (type) {
    case kTfLiteFloat32:
    case kTfLiteComplex64:
      return Load<float>(bytes, i);
    case kTfLiteFloat64:
    case kTfLiteComplex128:
      return Load<double>(bytes, i);
    case kTfLiteFloat16:
      return static_cast<float>(half::from_bits(Load<uint16_t>(bytes, i)));
    case kTfLiteBFloat16:
      return static_cast<float>(bfloat16::from_bits(Load<uint16_t>(bytes, i)));
    case kTfLiteInt8:
      return Load<int8_t>(bytes, i);
    case kTfLiteUInt8:
    case kTfLiteBool:
      return Load<uint8_t>(bytes, i);
    case kTfLiteInt16:
      return Load<int16_t>(bytes, i);
    case kTfLiteUInt16:
      return Load<uint16_t>(bytes, i);
    case kTfLiteInt32:
      return Load<int32_t>(bytes, i);
    case kTfLiteUInt32:
      return Load<uint32_t>(bytes, i);
    case kTfLiteInt64:
      return static_cast<double>(Load<int64_t>(bytes, i));
    case kTfLiteUInt64:
      return static_cast<double>(Load<uint64_t>(bytes, i));
    case kTfLiteInt4:
      return Packed(bytes, i, 4, true);
    case kTfLiteUInt4:
      return Packed(bytes, i, 4, false);
    case kTfLiteInt2:
      return Packed(bytes, i, 2, true);
    default:
      return NAN;
  }
}

// The amount by which an element exceeds the tolerance; <= 0 means it is
// within.
double Excess(double got, double want, bool floating, const Tolerance& t) {
  if (std::isnan(want) || std::isnan(got)) {
    return std::isnan(want) && std::isnan(got) ? 0 : INFINITY;
  }
  if (std::isinf(want) || std::isinf(got)) return want == got ? 0 : INFINITY;
  const double allowed =
      floating ? t.absolute + t.relative * std::fabs(want) : t.steps;
  return std::fabs(got - want) - allowed;
}

}  // namespace

bool IsFloating(TfLiteType type) {
  return base::IsFloat(type) || base::IsComplex(type);
}

std::vector<double> FloatsOf(TfLiteType type, std::string_view bytes) {
  if (!IsFloating(type)) return {};
  const int bits = base::ElementBits(type) / (base::IsComplex(type) ? 2 : 1);
  std::vector<double> numbers(bytes.size() * 8 / bits);
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = ValueAt(type, bytes, i);
  }
  return numbers;
}

base::Status Compare(const Pair& pair, const Tolerance& tolerance) {
  if (pair.got.size() != pair.want.size()) {
    return base::Invalid(pair.got.size(), " bytes, want ", pair.want.size());
  }
  if (pair.got == pair.want) return base::OkStatus();
  const int bits = base::ElementBits(pair.type);
  const bool exact = pair.type == kTfLiteBool ||
                     (!IsFloating(pair.type) && tolerance.steps == 0 &&
                      tolerance.fraction == 0);
  if (bits == 0) return base::Invalid("string contents differ");
  const bool is_complex = base::IsComplex(pair.type);
  const size_t count = pair.got.size() * 8 / (is_complex ? bits / 2 : bits);
  size_t outside = 0, worst = 0;
  double most = -1;
  std::string first;
  for (size_t i = 0; i < count; ++i) {
    const double got = ValueAt(pair.type, pair.got, i);
    const double want = ValueAt(pair.type, pair.want, i);
    double excess = exact ? (got == want ? 0 : std::fabs(got - want))
                          : Excess(got, want, IsFloating(pair.type), tolerance);
    if (excess <= 0) continue;
    if (++outside <= kShown) {
      base::StrAppend(&first, " [", i, "] ", got, " for ", want);
    }
    if (excess > most) {
      most = excess;
      worst = i;
    }
  }
  // 64-bit integers that are equal as doubles may differ in their last bits.
  if (exact && outside == 0)
    return base::Invalid("contents differ in their last bits");
  if (outside <= tolerance.fraction * count) return base::OkStatus();
  return base::Invalid(outside, " of ", count, " elements differ, worst at ",
                       worst, ": got ", ValueAt(pair.type, pair.got, worst),
                       ", want ", ValueAt(pair.type, pair.want, worst),
                       "; first", first);
}

namespace {

struct Box {
  float corner[4];
  float label;
  float score;
};

std::vector<Box> BoxesOf(const std::vector<Pair>& outputs,
                         const Detections& rule, bool got) {
  const auto bytes = [&](int i) {
    const Pair& p = outputs[rule.outputs[i]];
    return got ? p.got : p.want;
  };
  const size_t count = static_cast<size_t>(Load<float>(bytes(3), 0));
  std::vector<Box> boxes;
  for (size_t i = 0; i < count && (i + 1) * 4 <= bytes(2).size(); ++i) {
    Box box;
    for (int k = 0; k < 4; ++k)
      box.corner[k] = Load<float>(bytes(0), i * 4 + k);
    box.label = Load<float>(bytes(1), i);
    box.score = Load<float>(bytes(2), i);
    boxes.push_back(box);
  }
  return boxes;
}

bool HasPartner(const Box& box, const std::vector<Box>& others,
                const Detections& rule) {
  for (const Box& other : others) {
    bool near = box.label == other.label &&
                std::fabs(box.score - other.score) <= rule.score;
    for (int k = 0; k < 4; ++k) {
      near = near && std::fabs(box.corner[k] - other.corner[k]) <= rule.box;
    }
    if (near) return true;
  }
  return false;
}

}  // namespace

base::Status CompareDetections(const std::vector<Pair>& outputs,
                               const Detections& rule) {
  const std::vector<Box> got = BoxesOf(outputs, rule, true);
  const std::vector<Box> want = BoxesOf(outputs, rule, false);
  for (const Box& box : want) {
    if (box.score >= rule.min_score && !HasPartner(box, got, rule)) {
      return base::Invalid("expected detection of class ", box.label,
                           " with score ", box.score, " is not found");
    }
  }
  for (const Box& box : got) {
    if (box.score >= rule.min_score + rule.score &&
        !HasPartner(box, want, rule)) {
      return base::Invalid("detection of class ", box.label, " with score ",
                           box.score, " is not expected");
    }
  }
  return base::OkStatus();
}

}  // namespace golden
}  // namespace tflite
