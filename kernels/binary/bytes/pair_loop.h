#ifndef KERNELS_BINARY_BYTES_PAIR_LOOP_H_
#define KERNELS_BINARY_BYTES_PAIR_LOOP_H_

#include <cstring>

#include "kernels/binary/bytes/byte_pairs.h"

// Rows of byte_pairs.h as loops over blocks of elements. Everything is local to
// the including source.
namespace tflite::kernels {
namespace {

// Blocks(pairs).Compute(x, y, out) computes kBlock elements of each.
template <typename Blocks>
void Row(const BytePairs& p, const uint8_t* x, int x_step, const uint8_t* y,
         int y_step, int64_t count, uint8_t* out) {
  constexpr int kBlock = Blocks::kBlock;
  const Blocks blocks(p);
  uint8_t x_room[kBlock] = {}, y_room[kBlock] = {}, out_room[kBlock];
  if (x_step == 0) x = static_cast<uint8_t*>(std::memset(x_room, x[0], kBlock));
  if (y_step == 0) y = static_cast<uint8_t*>(std::memset(y_room, y[0], kBlock));
  const int64_t x_next = int64_t{x_step} * kBlock;
  const int64_t y_next = int64_t{y_step} * kBlock;
  for (; count >= kBlock; count -= kBlock, out += kBlock) {
    blocks.Compute(x, y, out);
    x += x_next;
    y += y_next;
  }
  if (count == 0) return;
  const auto rest = static_cast<size_t>(count);
  if (x_step != 0) x = static_cast<uint8_t*>(std::memcpy(x_room, x, rest));
  if (y_step != 0) y = static_cast<uint8_t*>(std::memcpy(y_room, y, rest));
  blocks.Compute(x, y, out_room);
  std::memcpy(out, out_room, rest);
}

// Blocks<whether bytes are signed>.
template <template <bool> class Blocks>
BytePairsRow RowOf(const BytePairs& p) {
  return p.is_signed ? Row<Blocks<true>> : Row<Blocks<false>>;
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_BINARY_BYTES_PAIR_LOOP_H_
