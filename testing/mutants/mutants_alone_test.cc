// A planted bug that has no switch: it costs nothing where it is disabled, so
// that tests which count instructions see it alone.
#define TFLL_MUTANTS_ALONE 1
#include "gtest/gtest.h"
#include "testing/mutants/mutants.inc"

namespace tfll_mutants {
namespace {

TEST(MutantAlone, IsOnWhateverItsNumber) {
  static_assert(On(1) && On(2));
  EXPECT_TRUE(2 < M<1>() < 2);
  EXPECT_EQ(2, 2 + M<3>() + 3);
  EXPECT_EQ(7, 2 * M<4>() * 3);
  EXPECT_EQ(4, Extreme<5>::min(3, 4));
}

}  // namespace
}  // namespace tfll_mutants
