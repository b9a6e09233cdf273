#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/lsh_projection/fingerprint.h"
#include "kernels/lsh_projection/lsh_projection.h"

namespace tflite::kernels {
namespace {

// The bit of one seed. `key` has room for the seed's bytes and an item's.
int Bit(const LshProjection& op, float seed, const char* items,
        const float* weights, std::vector<char>* key) {
  const size_t bytes = key->size() - sizeof(seed);
  std::memcpy(key->data(), &seed, sizeof(seed));
  double sum = 0.0;
  for (int32_t i = 0; i < op.items; ++i) {
    if (bytes != 0) {
      std::memcpy(key->data() + sizeof(seed), items + i * bytes, bytes);
    }
    const auto hash =
        static_cast<int64_t>(Fingerprint64(key->data(), key->size()));
    const double value = static_cast<double>(hash);
    sum += weights == nullptr ? value : weights[i] * value;
  }
  return sum > 0.0 ? 1 : 0;
}

}  // namespace

Status EvalLshProjectionReference(const LshProjection& op,
                                  EvalContext& context) {
  const float* seeds = context.in<float>(0);
  const char* items = context.in<char>(1);
  const float* weights = op.weighted ? context.in<float>(2) : nullptr;
  int32_t* out = context.out<int32_t>(0);
  const size_t bytes =
      op.items == 0 ? 0
                    : context.input(1).bytes() / static_cast<size_t>(op.items);
  const auto run = [&](int64_t f, int64_t end) {
    std::vector<char> key(sizeof(float) + bytes);
    for (; f < end; ++f) {
      uint64_t number = 0;
      for (int32_t b = 0; b < op.bits; ++b) {
        const int64_t at = f * op.bits + b;
        const int bit = Bit(op, seeds[at], items, weights, &key);
        number = number << 1 | static_cast<uint64_t>(bit);
        if (!op.sparse) out[at] = bit;
      }
      if (op.sparse) {
        const uint64_t hash = (static_cast<uint64_t>(f) << op.bits) + number;
        out[f] = static_cast<int32_t>(static_cast<uint32_t>(hash));
      }
    }
  };
  // The least number of bytes that a thread hashes.
  constexpr int64_t kGrainBytes = 32 * 1024;
  const int64_t item_bytes = static_cast<int64_t>(sizeof(float) + bytes);
  context.threads().ParallelFor(
      op.functions, LeastItems(kGrainBytes, {op.bits, op.items, item_bytes}),
      run);
  return OkStatus();
}

}  // namespace tflite::kernels
