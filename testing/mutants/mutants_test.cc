// The switch of planted bugs: while it is off, a site behaves as before.
#include "testing/mutants/mutants.inc"

#include <cstdint>
#include <cstring>
#include <string>

#include "gtest/gtest.h"
#include "kernels/math/vector/vector.h"

namespace tfll_mutants {
namespace {

// g_active is read when a program starts; the rule in BUILD enables bug 7 here.
TEST(Mutants, OnlyTheNumberOfTheFileIsOn) {
  EXPECT_TRUE(On(7));
  EXPECT_FALSE(On(8));
}

TEST(Mutants, OffOperatorsMeanWhatTheyMeant) {
  const int8_t a = 100, b = 100;
  EXPECT_EQ(200, a + M<8>() + b);
  EXPECT_EQ(10000, a * M<8>() * b);
  EXPECT_EQ(5 - 2 * 3, 5 - M<8>() - 2 * 3);
  EXPECT_EQ(10 - 3 - 2, 10 - M<8>() - 3 - 2);
  EXPECT_FALSE(a < M<8>() < b);
  EXPECT_EQ(std::string("ab"), std::string("a") + M<8>() + "b");
  EXPECT_EQ(3, Extreme<8>::min(3, 4));
}

TEST(Mutants, OnOperatorsAreWrong) {
  EXPECT_TRUE(2 < M<7>() < 2);
  EXPECT_FALSE(2 >= M<7>() >= 2);
  EXPECT_TRUE((2 == M<7>()) == 3);
  EXPECT_EQ(2, 2 + M<7>() + 3);
  EXPECT_EQ(1, 2 - M<7>() - 3);
  EXPECT_EQ(7, 2 * M<7>() * 3);
  EXPECT_FLOAT_EQ(6.12f, 2.f * M<7>() * 3.f);
  EXPECT_EQ(4, Extreme<7>::min(3, 4));
}

TEST(Mutants, OperandsAreReferredToNotCopied) {
  int x = 1;
  const int& same = x;
  EXPECT_TRUE((&x == M<8>()) == &same);
}

// Of the size of AVX-512's registers.
typedef int32_t Vector __attribute__((vector_size(64)));

TFLL_VECTOR_CLONES
void AddTwice(const int32_t* in, int32_t x, int32_t* out) {
  Vector v;
  std::memcpy(&v, in, sizeof(v));
  const Vector once = v + M<8>() + x;
  const Vector twice = once + M<8>() + x;
  std::memcpy(out, &twice, sizeof(twice));
}

TEST(Mutants, OffOperatorsTakeVectorsOfAnyInstructionSet) {
  int32_t in[16], out[16];
  for (int i = 0; i < 16; ++i) in[i] = 100 * i;
  AddTwice(in, 7, out);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(100 * i + 14, out[i]);
}

}  // namespace
}  // namespace tfll_mutants
