#include "delegates/dsp/bench/checks.h"
#include "delegates/dsp/skel/memory_functions.h"

// What the guest has in place of a C library and of the compiler's own.
namespace tflite::dsp::bench {
namespace {

bool Fail(const char* what) {
  Print("FAILED ");
  Print(what);
  Print("\n");
  return false;
}

// Operands around powers of two, and any others.
template <typename T>
T Operand(Random& random) {
  const auto any =
      static_cast<T>(uint64_t{random.Next()} << 32 | random.Next());
  const T power = T{1} << random.In(0, 8 * static_cast<int32_t>(sizeof(T)) - 1);
  if (random.OneIn(3)) return power + static_cast<T>(random.In(0, 2)) - 1;
  return random.OneIn(2) ? any : any & (power - 1);
}

// Quotients and rests multiply to the number again; those of signed numbers are
// as far from 0 as those of the magnitudes.
template <typename S, typename U>
bool CheckDivision(const char* name) {
  Random random(5);
  const auto signed_as = [](bool is_negative, U x) {
    return is_negative ? U{0} - x : x;
  };
  for (int32_t i = 0; i < 4000; ++i) {
    const U n = Operand<U>(random), d = Operand<U>(random);
    if (d == 0) continue;
    const U q = n / d, rest = n % d;
    if (rest >= d || q > ~U{0} / d || q * d + rest != n) return Fail(name);
    const auto sn = static_cast<S>(n), sd = static_cast<S>(d);
    if (sd == -1) continue;
    const U un = signed_as(sn < 0, n), ud = signed_as(sd < 0, d);
    if (static_cast<U>(sn / sd) != signed_as((sn < 0) != (sd < 0), un / ud) ||
        static_cast<U>(sn % sd) != signed_as(sn < 0, un % ud)) {
      return Fail(name);
    }
  }
  return true;
}

// The bits of x, y and x / y as a processor with IEEE 754 divides: borders of
// the format, and any numbers.
struct FloatQuotient {
  uint32_t x, y, quotient;
};
constexpr FloatQuotient kQuotients[] = {
    {0x00000000, 0x00000000, 0x7fc00000}, {0x00000000, 0x3f800000, 0x00000000},
    {0x80000000, 0x3f800000, 0x80000000}, {0x3f800000, 0x00000000, 0x7f800000},
    {0xbf800000, 0x00000000, 0xff800000}, {0x7f800000, 0x7f800000, 0x7fc00000},
    {0x7f800000, 0x40000000, 0x7f800000}, {0x40000000, 0xff800000, 0x80000000},
    {0x7fc00000, 0x3f800000, 0x7fc00000}, {0x3f800000, 0x7f800001, 0x7fc00000},
    {0x3f800000, 0x40400000, 0x3eaaaaab}, {0x40400000, 0x3f800000, 0x40400000},
    {0x7f7fffff, 0x3f000000, 0x7f800000}, {0x7f7fffff, 0x3f7fffff, 0x7f800000},
    {0x7f7fffff, 0x3f800000, 0x7f7fffff}, {0x00800000, 0x40000000, 0x00400000},
    {0x00800001, 0x40000000, 0x00400000}, {0x00800003, 0x40000000, 0x00400002},
    {0x00ffffff, 0x40000000, 0x00800000}, {0x00000001, 0x40000000, 0x00000000},
    {0x00000003, 0x40000000, 0x00000002}, {0x00000001, 0x40000001, 0x00000000},
    {0x00000001, 0x3fffffff, 0x00000001}, {0x00000002, 0x40800000, 0x00000000},
    {0x00000003, 0x40c00000, 0x00000000}, {0x00000003, 0x40800000, 0x00000001},
    {0x00000001, 0x40400000, 0x00000000}, {0x00000002, 0x40400000, 0x00000001},
    {0x00000001, 0x00000001, 0x3f800000}, {0x007fffff, 0x00000001, 0x4afffffe},
    {0x00000001, 0x007fffff, 0x34000001}, {0x00800000, 0x4b800000, 0x00000000},
    {0x00800000, 0x4b000000, 0x00000001}, {0x00800001, 0x4b800000, 0x00000001},
    {0x00ffffff, 0x4b800000, 0x00000001}, {0x00800000, 0x4c000000, 0x00000000},
    {0x00ffffff, 0x4c000000, 0x00000000}, {0x01000000, 0x4c800000, 0x00000000},
    {0x01000001, 0x4c800000, 0x00000000}, {0x00800000, 0x7f000000, 0x00000000},
    {0x3f800000, 0x7f000000, 0x00400000}, {0x3f800000, 0x7f7fffff, 0x00200000},
    {0x3f800000, 0x00800000, 0x7e800000}, {0x3f800000, 0x00400000, 0x7f000000},
    {0x3f800000, 0x00200000, 0x7f800000}, {0xc0400000, 0x40e00000, 0xbedb6db7},
    {0x4b7fffff, 0xcb000001, 0xbffffffd}, {0x007ffffe, 0x3f7fffff, 0x007ffffe},
    {0x007fffff, 0x3f7fffff, 0x007fffff}, {0x00fffffe, 0x3fffffff, 0x007fffff},
    {0xb648dbac, 0x4be1c35d, 0xa9e3c267}, {0x3420a61a, 0x41e16737, 0x31b674ab},
    {0xc03c7288, 0x3e64f4e3, 0xc152b4be}, {0x388c0397, 0x32f25836, 0x4513e746},
    {0x4cb1e541, 0x45619264, 0x46c9e478}, {0xca804502, 0x4022171e, 0xc9ca95ac},
    {0x4966a23f, 0x44f8fea1, 0x43ed1f60}, {0x357361f9, 0x3282db73, 0x426e118b},
    {0xb2d32453, 0x3278360a, 0xbfd9c47f}, {0x3e57deb3, 0x3fdce8bc, 0x3dfa290c},
    {0x32c3895c, 0x4a380cb3, 0x2807fd20}, {0x41c6c41a, 0x3d1d8d08, 0x44217c11},
    {0xc79c0104, 0x40f9e325, 0xc61fd1f3}, {0x3b7697c4, 0x3f6b35c1, 0x3b8631ca},
    {0xc3f60a46, 0x3517cbc6, 0xce4f785c}, {0xc67f0ba9, 0x3b0f7952, 0xcae389d8},
    {0xc9aa95c1, 0x497c9387, 0xbface5b5}, {0xc8c01a34, 0x3fc0fce0, 0xc87ed351},
    {0xccf480f1, 0x3826d4c7, 0xd43b97fb}, {0xbb4b35d7, 0x41ec5032, 0xb8dc23aa},
    {0xc2325969, 0x4d046b57, 0xb4ac65aa}, {0xc11f121a, 0x4bb3bfb6, 0xb4e28ccb},
    {0x3f551650, 0x3dc63f09, 0x4109950c}, {0xc8634ea5, 0x49aff644, 0xbe25599d},
    {0xb4b82fe5, 0x420dd0b1, 0xb2263e80}, {0xca94f410, 0x4cb2562e, 0xbd55d218},
    {0xbdbeae46, 0x32bc12ae, 0xca81c65b}, {0xb3277de4, 0x4d7dd918, 0xa528e962},
    {0xc5cbed71, 0x3ed2d603, 0xc6779c94}, {0xb715947f, 0x397db4af, 0xbd16eec4},
    {0x00e2a080, 0x42c5122f, 0x00024cca}, {0x0e462ff4, 0x4333c52d, 0x0a8d1d04},
    {0x08ac027c, 0x48ad3816, 0x001fc6ce}, {0x07f472da, 0x43d46126, 0x039353f2},
    {0x094df1e7, 0x4b00bb13, 0x0003331a}, {0x06e44ed0, 0x4b419999, 0x000012de},
    {0x0d108b3e, 0x47e381c0, 0x04a2a590}, {0x091a4d57, 0x46799066, 0x021e4808},
    {0x013d94be, 0x4548f5bc, 0x00001e30}, {0x09199456, 0x47b4ea4a, 0x00d951b4},
    {0x08681be6, 0x45350bdc, 0x02a419f3}, {0x060033ed, 0x4845224f, 0x00014cf8},
    {0x0a64aa35, 0x492a62b6, 0x00abc815}, {0x07ccc80e, 0x3fe6fc22, 0x0762f574},
    {0x045153d7, 0x42467f2e, 0x0186fbf1}, {0x099723ee, 0x40e6333f, 0x0828145a},
};

bool CheckFloatDivision() {
  union Number {
    uint32_t bits;
    float number;
  };
  bool all = true;
  for (const FloatQuotient& want : kQuotients) {
    volatile Number x, y;
    x.bits = want.x;
    y.bits = want.y;
    Number quotient;
    quotient.number = x.number / y.number;
    if (quotient.bits == want.quotient) continue;
    Print(want.x);
    Print(" / ");
    Print(want.y);
    Print(": ");
    Print(quotient.bits);
    all = Fail(", a quotient of floats");
  }
  return all;
}

// Functions of memory at two places of a buffer, with what is around them.
class MemoryCheck {
 public:
  MemoryCheck(int32_t to, int32_t from, int32_t bytes)
      : to_(to), from_(from), bytes_(bytes) {}

  bool IsRight() {
    Reset();
    for (int32_t i = 0; i < bytes_; ++i) want_[to_ + i] = got_[from_ + i];
    if (!IsMade(memmove(got_ + to_, got_ + from_, bytes_))) {
      return Fail("memmove");
    }
    if (to_ + bytes_ <= from_ || from_ + bytes_ <= to_) {
      Reset();
      for (int32_t i = 0; i < bytes_; ++i) want_[to_ + i] = got_[from_ + i];
      if (!IsMade(memcpy(got_ + to_, got_ + from_, bytes_))) {
        return Fail("memcpy");
      }
    }
    Reset();
    for (int32_t i = 0; i < bytes_; ++i) want_[to_ + i] = 0xa5;
    if (!IsMade(memset(got_ + to_, 0x1a5, bytes_))) return Fail("memset");
    return Compares() || Fail("memcmp");
  }

 private:
  static constexpr int32_t kBytes = 160;

  void Reset() {
    for (int32_t i = 0; i < kBytes; ++i) {
      got_[i] = want_[i] = static_cast<uint8_t>(i * 37 + 11);
    }
  }
  bool IsMade(const void* result) const {
    bool is_made = result == got_ + to_;
    for (int32_t i = 0; i < kBytes; ++i) {
      is_made = is_made && got_[i] == want_[i];
    }
    return is_made;
  }
  bool Compares() {
    Reset();
    bool all = memcmp(got_ + to_, want_ + to_, bytes_) == 0;
    for (int32_t i = 0; i < bytes_; ++i) {
      uint8_t& byte = got_[to_ + i];
      byte ^= 0x80;
      all = all &&
            memcmp(got_ + to_, want_ + to_, bytes_) ==
                (byte < want_[to_ + i] ? -1 : 1) &&
            memcmp(got_ + to_, want_ + to_, i) == 0;
      byte ^= 0x80;
    }
    return all;
  }

  const int32_t to_, from_, bytes_;
  alignas(8) uint8_t got_[kBytes];
  alignas(8) uint8_t want_[kBytes];
};

}  // namespace

bool CheckRuntime() {
  bool all = CheckDivision<int32_t, uint32_t>("division of 32 bits");
  all = CheckDivision<int64_t, uint64_t>("division of 64 bits") && all;
  all = CheckFloatDivision() && all;
  static constexpr int32_t kFrom[] = {0, 1, 3, 8, 9, 16, 80, 83};
  static constexpr int32_t kBytes[] = {0,  1,  7,  8,  9,  15,
                                       16, 17, 24, 31, 33, 64};
  for (int32_t to = 0; to < 10; ++to) {
    for (const int32_t from : kFrom) {
      for (const int32_t bytes : kBytes) {
        all = all && MemoryCheck(to, from, bytes).IsRight();
      }
    }
  }
  return all;
}

}  // namespace tflite::dsp::bench
