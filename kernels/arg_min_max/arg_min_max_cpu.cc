#include <algorithm>
#include <type_traits>

#include "kernels/arg_min_max/arg_min_max.h"

#if defined(__x86_64__)
#include <smmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 16384;
// Shorter rows are searched one element after the other.
constexpr int64_t kShortRow = 32;
// Columns searched at a time: values and indices stay in level 1.
constexpr int64_t kColumns = 256;

// Any number is better than NaN.
template <bool kMax, typename T>
bool Better(T a, T b) {
  return (kMax ? a > b : a < b) || (b != b && a == a);
}

// A row that is contiguous: first the best value, many at a time, then where it
// stands.
template <bool kMax, typename T>
int64_t FindInRow(const T* in, int64_t count) {
  constexpr int kLanes = 64 / sizeof(T);
  constexpr int64_t kShort = std::max<int64_t>(kShortRow, 2 * kLanes);
  int64_t found = 0;
  if (count < kShort) {
    for (int64_t i = 1; i < count; ++i) {
      if (Better<kMax>(in[i], in[found])) found = i;
    }
    return found;
  }
  T lane[kLanes];
  std::fill_n(lane, kLanes, in[0]);
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (int j = 0; j < kLanes; ++j) {
      lane[j] = Better<kMax>(in[i + j], lane[j]) ? in[i + j] : lane[j];
    }
  }
  T best = lane[0];
  for (const T v : lane) best = Better<kMax>(v, best) ? v : best;
  for (; i < count; ++i) best = Better<kMax>(in[i], best) ? in[i] : best;
  if (best != best) return 0;  // only NaN
  while (in[found] != best) ++found;
  return found;
}

// `columns` adjacent columns of a matrix whose rows are `stride` apart.
template <bool kMax, typename T, typename Index>
void FindInColumns(const T* in, int64_t rows, int64_t stride, int64_t columns,
                   Index* out) {
  T best[kColumns];
  int32_t index[kColumns];
  std::copy_n(in, columns, best);
  std::fill_n(index, columns, 0);
  for (int64_t r = 1; r < rows; ++r) {
    const T* row = in + r * stride;
    const int32_t here = static_cast<int32_t>(r);
    for (int64_t c = 0; c < columns; ++c) {
      const bool better = Better<kMax>(row[c], best[c]);
      best[c] = better ? row[c] : best[c];
      index[c] = better ? here : index[c];
    }
  }
  for (int64_t c = 0; c < columns; ++c) out[c] = index[c];
}

#if defined(__x86_64__)
// Rows [begin, end) of up to 32 bytes. The upper byte of a word is an element,
// mapped so that the smallest one is the best, and the lower byte is its index.
// Reads up to `limit`, and returns the first row that would need more.
template <bool kMax, typename T, typename Index>
__attribute__((target("sse4.1"))) int64_t FindInShortRows(
    const T* in, const T* limit, int64_t begin, int64_t end, int64_t count,
    Index* out) {
  constexpr int kWords = 8, kParts = 4;
  uint16_t index[kParts][kWords];
  for (int i = 0; i < kParts * kWords; ++i) {
    index[i / kWords][i % kWords] =
        i < count ? static_cast<uint16_t>(i) : uint16_t{0xFFFF};
  }
  const __m128i turn =
      _mm_set1_epi16((kMax ? 0xFF : 0) ^ (std::is_signed_v<T> ? 0x80 : 0));
  const auto parts = static_cast<int>((count + kWords - 1) / kWords);
  for (; begin < end; ++begin) {
    const T* row = in + begin * count;
    if (limit - row < parts * kWords) break;
    __m128i best = _mm_set1_epi16(-1);
    for (int p = 0; p < parts; ++p) {
      const __m128i bytes =
          _mm_loadl_epi64(reinterpret_cast<const __m128i*>(row + p * kWords));
      const __m128i words = _mm_xor_si128(_mm_cvtepu8_epi16(bytes), turn);
      const __m128i here =
          _mm_loadu_si128(reinterpret_cast<const __m128i*>(index[p]));
      best = _mm_min_epu16(best, _mm_or_si128(_mm_slli_epi16(words, 8), here));
    }
    out[begin] =
        static_cast<Index>(_mm_cvtsi128_si32(_mm_minpos_epu16(best)) & 0xFF);
  }
  return begin;
}
#elif defined(__ARM_NEON)
inline uint16_t Least(uint16x8_t x) {
#if defined(__aarch64__)
  return vminvq_u16(x);
#else
  uint16x4_t least = vpmin_u16(vget_low_u16(x), vget_high_u16(x));
  least = vpmin_u16(least, least);
  return vget_lane_u16(vpmin_u16(least, least), 0);
#endif
}

// The same with vectors of 16 bytes.
template <bool kMax, typename T, typename Index>
int64_t FindInShortRows(const T* in, const T* limit, int64_t begin, int64_t end,
                        int64_t count, Index* out) {
  constexpr int kBytes = 16, kParts = 2;
  uint8_t index[kParts * kBytes], after[kParts * kBytes];
  for (int i = 0; i < kParts * kBytes; ++i) {
    index[i] = static_cast<uint8_t>(i);
    after[i] = i < count ? 0 : 0xFF;
  }
  const uint8x16_t turn =
      vdupq_n_u8((kMax ? 0xFF : 0) ^ (std::is_signed_v<T> ? 0x80 : 0));
  const auto parts = static_cast<int>((count + kBytes - 1) / kBytes);
  for (; begin < end; ++begin) {
    const T* row = in + begin * count;
    if (limit - row < parts * kBytes) break;
    uint16x8_t best = vdupq_n_u16(0xFFFF);
    for (int p = 0; p < parts; ++p) {
      const uint8x16_t bytes =
          vld1q_u8(reinterpret_cast<const uint8_t*>(row) + p * kBytes);
      const uint8x16_t order =
          vorrq_u8(veorq_u8(bytes, turn), vld1q_u8(after + p * kBytes));
      const uint8x16x2_t words = vzipq_u8(vld1q_u8(index + p * kBytes), order);
      best = vminq_u16(best, vminq_u16(vreinterpretq_u16_u8(words.val[0]),
                                       vreinterpretq_u16_u8(words.val[1])));
    }
    out[begin] = static_cast<Index>(Least(best) & 0xFF);
  }
  return begin;
}
#endif

// Rows [begin, end), each contiguous.
template <bool kMax, typename T, typename Index>
void FindInRows(const ArgMinMax& op, const T* in, int64_t begin, int64_t end,
                Index* out) {
#if defined(__x86_64__) || defined(__ARM_NEON)
#if defined(__x86_64__)
  static const bool has_vectors = __builtin_cpu_supports("sse4.1");
#else
  constexpr bool has_vectors = true;
#endif
  if constexpr (sizeof(T) == 1) {
    if (has_vectors && op.extent <= kShortRow) {
      begin = FindInShortRows<kMax>(in, in + op.outer * op.extent, begin, end,
                                    op.extent, out);
    }
  }
#endif
  for (int64_t o = begin; o < end; ++o) {
    out[o] = static_cast<Index>(FindInRow<kMax>(in + o * op.extent, op.extent));
  }
}

template <bool kMax, typename T, typename Index>
void Run(const ArgMinMax& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  Index* out = context.out<Index>(0);
  const int64_t slice = op.extent * op.inner;
  context.threads().ParallelFor(
      op.outer, LeastItems(kGrain, {slice}), [&](int64_t begin, int64_t end) {
        if (op.inner == 1) {
          return FindInRows<kMax>(op, in, begin, end, out);
        }
        for (int64_t o = begin; o < end; ++o) {
          for (int64_t i = 0; i < op.inner; i += kColumns) {
            FindInColumns<kMax>(in + o * slice + i, op.extent, op.inner,
                                std::min(kColumns, op.inner - i),
                                out + o * op.inner + i);
          }
        }
      });
}

template <typename T>
Status Eval(const ArgMinMax& op, EvalContext& context) {
  const bool narrow = op.output_type == kTfLiteInt32;
  if (op.max) {
    narrow ? Run<true, T, int32_t>(op, context)
           : Run<true, T, int64_t>(op, context);
  } else {
    narrow ? Run<false, T, int32_t>(op, context)
           : Run<false, T, int64_t>(op, context);
  }
  return OkStatus();
}

}  // namespace

Status EvalArgMinMaxCpu(const ArgMinMax& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float>(op, context);
    case kTfLiteInt8:
      return Eval<int8_t>(op, context);
    case kTfLiteUInt8:
      return Eval<uint8_t>(op, context);
    case kTfLiteInt16:
      return Eval<int16_t>(op, context);
    case kTfLiteInt32:
      return Eval<int32_t>(op, context);
    case kTfLiteInt64:
      return Eval<int64_t>(op, context);
    default:
      return Internal("arg_min_max bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
