#include "delegates/dsp/bench/guest.h"

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/hexagon/linux_calls.h"
#include "delegates/dsp/skel/memory_functions.h"

namespace tflite::dsp::bench {
namespace {

constexpr uint32_t kArenaBytes = 96u << 20;

constexpr int32_t kGuardBytes = 128;
constexpr uint8_t kPattern = 0xa5;

}  // namespace

void Print(const char* text) {
  int32_t length = 0;
  while (text[length] != 0) ++length;
  Call(kWrite, 1, reinterpret_cast<intptr_t>(text), length);
}

void Print(int64_t number, int width) {
  char digits[24];
  char* at = digits + sizeof(digits) - 1;
  *at = 0;
  uint64_t rest = number < 0 ? 0 - static_cast<uint64_t>(number) : number;
  int count = number < 0 ? 1 : 0;
  do {
    *--at = static_cast<char>('0' + rest % 10);
    rest /= 10;
    ++count;
  } while (rest != 0);
  if (number < 0) *--at = '-';
  for (; count < width && at > digits; ++count) *--at = ' ';
  Print(at);
}

void PrintRatio(int64_t numerator, int64_t denominator) {
  const int64_t thousandths =
      (numerator * 1000 + denominator / 2) / denominator;
  Print(thousandths / 1000, 3);
  Print(".");
  for (int64_t unit = 100; unit > 0; unit /= 10) {
    Print(thousandths / unit % 10);
  }
}

void Exit(int status) {
  Call(kExitGroup, status);
  for (;;) {
  }
}

uint32_t Packets() {
  uint32_t packets;
  asm volatile(
      ".word 0x6a14c000\n"  // r0 = c20
      "{ %0 = r0 }"
      : "=r"(packets)
      :
      : "r0", "memory");
  return packets;
}

Arena::Arena()
    : base_(reinterpret_cast<uint8_t*>(
          static_cast<uint32_t>(Call(kMap, 0, kArenaBytes, 3, 0x22, -1, 0)))) {}

Piece Arena::Take(uint32_t bytes) {
  const Piece piece = {used_, bytes};
  used_ += (bytes + 127) / 128 * 128 + 3 * 128;
  if (used_ > kArenaBytes) {
    Print("out of memory\n");
    Exit(2);
  }
  return piece;
}

void Arena::Fill(const Piece& piece, Random& random) {
  uint8_t* at = base_ + piece.offset;
  const bool extreme = random.OneIn(4);
  for (uint32_t i = 0; i < piece.bytes; ++i) {
    const uint32_t r = random.Next();
    at[i] =
        static_cast<uint8_t>(!extreme || (r & 0x700) == 0
                                 ? r
                                 : (r & 1 ? 0x7f : 0x80) + (r >> 1 & 1) * 0x80);
  }
}

void Arena::Fill(const Piece& piece, int32_t byte) {
  memset(base_ + piece.offset, byte, piece.bytes);
}

static uint32_t Guarded(const Piece& piece, Unit unit) {
  return unit == Unit::kByte ? piece.bytes : RoundUp(piece.bytes, 128);
}

void Arena::Guard(const Piece& piece, Unit unit) {
  uint8_t* at = base_ + piece.offset;
  memset(at - kGuardBytes, kPattern, kGuardBytes);
  memset(at + Guarded(piece, unit), kPattern, kGuardBytes);
}
bool Arena::IsGuarded(const Piece& piece, Unit unit) const {
  const uint8_t* at = base_ + piece.offset;
  const uint8_t* end = at + Guarded(piece, unit);
  for (int32_t i = 0; i < kGuardBytes; ++i) {
    if (at[i - kGuardBytes] != kPattern || end[i] != kPattern) return false;
  }
  return true;
}

Finish MakeFinish(Arena& arena, Random& random, int32_t groups,
                  int32_t group_channels, bool is_signed, bool quick,
                  int32_t magnitude, bool extreme) {
  Finish f = {};
  f.channels = f.pitch = groups * RoundUp(group_channels, kLanes);
  f.planes = arena.Take(f.channels * 12);
  int32_t* planes = arena.At<int32_t>(f.planes);
  memset(planes, 0, f.planes.bytes);
  int32_t bits = 0;
  while (bits < 22 && (magnitude >> bits) > 128) ++bits;
  for (int32_t g = 0; g < groups; ++g) {
    for (int32_t j = 0; j < group_channels; ++j) {
      const int32_t c = PaddedChannel(g, j, group_channels);
      planes[c] = random.In(-magnitude, magnitude);
      planes[f.channels + c] = random.OneIn(16)   ? 1 << 30
                               : random.OneIn(16) ? 0x7fffffff
                               : random.OneIn(32)
                                   ? 0
                                   : random.In(1 << 30, 0x7fffffff);
      if (extreme && random.OneIn(4)) {
        planes[c] = static_cast<int32_t>(random.Next());
      }
      int32_t shift = -bits + random.In(-2, 2);
      if (extreme && random.OneIn(3)) shift = random.In(-31, 30);
      if (!quick && random.OneIn(3)) shift = random.In(-31, 4);
      if (quick && shift > -1) shift = -1;
      if (quick && shift < -22) shift = -22;
      planes[2 * f.channels + c] = shift;
    }
  }
  const int32_t least = is_signed ? -128 : 0;
  f.zero_point = random.In(least, least + 255);
  f.min = random.OneIn(2) ? least : random.In(least, least + 100);
  f.max = random.OneIn(2) ? least + 255 : random.In(least + 120, least + 255);
  // Outputs of small sums lie next to the zero point: many bounds would clamp
  // all of them.
  if (magnitude < 8 && !random.OneIn(4)) {
    f.min = least;
    f.max = least + 255;
  }
  if (extreme && random.OneIn(2)) {
    f.min = random.In(least, least + 255);
    f.max = random.In(f.min, least + 255);
  }
  return f;
}

}  // namespace tflite::dsp::bench

asm(".globl _start\n"
    ".type _start, @function\n"
    "_start:\n"
    "  { r0 = r29 ; r1 = #-128 }\n"
    "  { r29 = and(r29, r1) }\n"
    "  { r30 = #0 }\n"
    "  { call tflite_dsp_bench_start }\n");
