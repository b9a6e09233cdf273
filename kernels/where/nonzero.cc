#include "kernels/where/nonzero.h"

#include <algorithm>

namespace tflite::kernels {
namespace {

// Elements are tested as words of their size, of floating-point types without
// the sign.
template <typename Word>
int64_t Count(const Word* words, int64_t count, Word mask) {
  int64_t found = 0;
  for (int64_t i = 0; i < count; ++i) found += (words[i] & mask) != 0 ? 1 : 0;
  return found;
}

template <typename Word>
void Visit(const Word* words, int64_t count, Word mask,
           absl::FunctionRef<void(int64_t)> visit) {
  constexpr int64_t kBlock = 64;
  for (int64_t begin = 0; begin < count; begin += kBlock) {
    const int64_t end = std::min(count, begin + kBlock);
    // Conditions are often sparse: whole blocks of zeros are passed over.
    Word any = 0;
    for (int64_t i = begin; i < end; ++i) any |= words[i];
    if ((any & mask) == 0) continue;
    for (int64_t i = begin; i < end; ++i) {
      if ((words[i] & mask) != 0) visit(i);
    }
  }
}

struct Element {
  int bytes = 0;  // 0: not a numeric type
  bool has_sign_bit = false;
};

Element ElementOf(TfLiteType type) {
  switch (type) {
    case kTfLiteBool:
    case kTfLiteInt8:
    case kTfLiteUInt8:
      return {1};
    case kTfLiteInt16:
    case kTfLiteUInt16:
      return {2};
    case kTfLiteFloat16:
    case kTfLiteBFloat16:
      return {2, true};
    case kTfLiteInt32:
    case kTfLiteUInt32:
      return {4};
    case kTfLiteFloat32:
      return {4, true};
    case kTfLiteInt64:
    case kTfLiteUInt64:
      return {8};
    case kTfLiteFloat64:
      return {8, true};
    default:
      return {};
  }
}

// Returns f(words, mask) of the type's words.
template <typename F>
auto AsWords(TfLiteType type, const void* data, F f) {
  const Element element = ElementOf(type);
  const int shift = element.has_sign_bit ? 1 : 0;
  switch (element.bytes) {
    case 1:
      return f(static_cast<const uint8_t*>(data), uint8_t{0xff});
    case 2:
      return f(static_cast<const uint16_t*>(data),
               static_cast<uint16_t>(0xffff >> shift));
    case 4:
      return f(static_cast<const uint32_t*>(data), ~uint32_t{0} >> shift);
    default:
      return f(static_cast<const uint64_t*>(data), ~uint64_t{0} >> shift);
  }
}

}  // namespace

bool CanBeZero(TfLiteType type) { return ElementOf(type).bytes != 0; }

int64_t CountNonZero(TfLiteType type, const void* data, int64_t count) {
  return AsWords(type, data, [&](const auto* words, auto mask) {
    return Count(words, count, mask);
  });
}

void VisitNonZero(TfLiteType type, const void* data, int64_t count,
                  absl::FunctionRef<void(int64_t)> visit) {
  AsWords(type, data, [&](const auto* words, auto mask) {
    Visit(words, count, mask, visit);
  });
}

}  // namespace tflite::kernels
