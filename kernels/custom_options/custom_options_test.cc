#include "kernels/custom_options/custom_options.h"

#include <random>

#include "flatbuffers/flexbuffers.h"
#include "gtest/gtest.h"

namespace tflite::kernels {
namespace {

std::vector<uint8_t> Sample() {
  flexbuffers::Builder builder;
  builder.Map([&] {
    builder.Int("count", 7);
    builder.Float("scale", 2.5f);
    builder.Bool("fast", true);
    builder.Bool("slow", false);
    builder.String("name", "SAME");
    builder.TypedVector("sizes", [&] {
      builder.Int(1);
      builder.Int(-2);
    });
    builder.Vector("mixed", [&] {
      builder.Int(3);
      builder.String("x");
    });
  });
  builder.Finish();
  return builder.GetBuffer();
}

TEST(CustomOptions, ReadsValues) {
  const auto options = CustomOptions::Parse(Sample());
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->Int("count"), 7);
  EXPECT_EQ(options->Int("scale"), 2);
  EXPECT_EQ(options->Int("absent", 5), 5);
  EXPECT_EQ(options->Float("scale"), 2.5);
  EXPECT_EQ(options->Float("count"), 7.0);
  EXPECT_TRUE(options->Bool("fast"));
  EXPECT_EQ(options->Int("fast"), 1);
  EXPECT_FALSE(options->Bool("slow"));
  EXPECT_FALSE(options->Bool("absent"));
  EXPECT_EQ(options->String("name"), "SAME");
  EXPECT_EQ(options->String("count"), "");
  EXPECT_EQ(options->Int("name", 1), 0);
  EXPECT_EQ(options->Ints("sizes"), (std::vector<int64_t>{1, -2}));
  EXPECT_EQ(options->Ints("mixed"), (std::vector<int64_t>{3, 0}));
  EXPECT_TRUE(options->Ints("absent").empty());
}

TEST(CustomOptions, ReadsEachKindOfVector) {
  flexbuffers::Builder builder;
  const uint8_t blob[] = {3, 200};
  const int32_t pair[] = {-4, 70000};
  builder.Map([&] {
    builder.Key("blob");
    builder.Blob(blob, 2);
    builder.Key("pair");
    builder.FixedTypedVector(pair, 2);
  });
  builder.Finish();
  const auto options = CustomOptions::Parse(builder.GetBuffer());
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->Ints("blob"), (std::vector<int64_t>{3, 200}));
  EXPECT_EQ(options->Ints("pair"), (std::vector<int64_t>{-4, 70000}));
}

TEST(CustomOptions, NumbersOutsideTheIntegersAreZero) {
  flexbuffers::Builder builder;
  builder.Map([&] {
    builder.Double("high", 1e30);
    builder.Double("low", -1e30);
    builder.Double("just above", 9.3e18);
    builder.Double("just below", -9.3e18);
    builder.Double("inside", -9e18);
  });
  builder.Finish();
  const auto options = CustomOptions::Parse(builder.GetBuffer());
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->Int("high"), 0);
  EXPECT_EQ(options->Int("low"), 0);
  EXPECT_EQ(options->Int("just above"), 0);
  EXPECT_EQ(options->Int("just below"), 0);
  EXPECT_EQ(options->Int("inside"), int64_t{-9000000000000000000});
}

TEST(CustomOptions, RejectsNonMaps) {
  EXPECT_FALSE(CustomOptions::Parse({}).ok());
  const std::vector<uint8_t> zeros(16, 0);
  EXPECT_FALSE(CustomOptions::Parse(zeros).ok());
  flexbuffers::Builder builder;
  builder.Int(3);
  builder.Finish();
  const auto parsed = CustomOptions::Parse(builder.GetBuffer());
  EXPECT_EQ(parsed.status().message(), "the custom options are not a map");
}

// Under a sanitizer, a read beyond the bytes would end the test.
TEST(CustomOptions, StaysWithinDamagedBytes) {
  std::mt19937 random(3);
  const std::vector<uint8_t> sound = Sample();
  int parsed = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<uint8_t> bytes = sound;
    for (int k = random() % 3; k >= 0; --k)
      bytes[random() % bytes.size()] = random();
    if (i % 4 == 0) bytes.erase(bytes.begin(), bytes.begin() + random() % 8);
    const auto options = CustomOptions::Parse(bytes);
    if (!options.ok()) continue;
    ++parsed;
    for (const char* key :
         {"count", "scale", "fast", "name", "sizes", "mixed"}) {
      const size_t numbers = options->Ints(key).size();
      EXPECT_LE(numbers, bytes.size());
      EXPECT_LE(options->String(key).size(), bytes.size());
      options->Float(key);
      options->Int(key);
    }
  }
  EXPECT_GT(parsed, 0);
}

}  // namespace
}  // namespace tflite::kernels
