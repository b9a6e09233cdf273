#include "tools/profiling/stats.h"

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <sstream>

#include "gtest/gtest.h"

namespace tensorflow {
namespace {

template <typename T>
Stat<T> StatOf(std::initializer_list<T> values) {
  Stat<T> stat;
  for (const T value : values) stat.UpdateStat(value);
  return stat;
}

TEST(Stat, HasTheDeviationOfSmallValues) {
  const Stat<int64_t> stat = StatOf<int64_t>({2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(stat.variance(), 4);
  EXPECT_EQ(stat.std_deviation(), 2);
  EXPECT_EQ(stat.sample_variance(), 4);  // 32 / 7
}

// Runs of many minutes, in microseconds, that differ by a few.
TEST(Stat, HasTheDeviationOfLargeValuesThatAreClose) {
  for (const int64_t base : {int64_t{100000000}, int64_t{1000000000000}}) {
    const Stat<int64_t> near =
        StatOf<int64_t>({base + 1, base + 1, base + 2, base + 1});
    EXPECT_EQ(near.variance(), 0) << base;
    EXPECT_EQ(near.std_deviation(), 0) << base;
    const Stat<int64_t> stat =
        StatOf<int64_t>({base + 10, base + 30, base + 10, base + 30});
    EXPECT_EQ(stat.variance(), 100) << base;
    EXPECT_EQ(stat.std_deviation(), 10) << base;
    EXPECT_EQ(stat.sample_variance(), 133) << base;
    std::ostringstream text;
    text << stat;
    EXPECT_NE(text.str().find(" std=10"), std::string::npos) << text.str();
  }
}

TEST(Stat, HasNoDeviationOfInfinities) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(std::isnan(StatOf<float>({1, infinity}).std_deviation()));
}

TEST(Stat, HasNoDeviationWithoutValues) {
  EXPECT_EQ(Stat<float>().std_deviation(), 0);
  EXPECT_EQ(StatOf<float>({3}).sample_variance(), 0);
}

}  // namespace
}  // namespace tensorflow
