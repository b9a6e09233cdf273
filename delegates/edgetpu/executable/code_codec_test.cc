#include "delegates/edgetpu/executable/code_codec.h"

#include <random>

#include "delegates/edgetpu/isa/encoding.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

// Instructions as a compiler emits them: one per tile, in steps.
std::vector<uint8_t> Regular(int steps) {
  std::vector<uint8_t> code;
  for (int step = 0; step < steps; ++step) {
    AppendInstruction(Sync{0xFFFF, 1u << 31}, &code);
    for (uint32_t tile = 0; tile < 16; ++tile) {
      Multiply m;
      m.tile = tile;
      m.input = 64 * static_cast<uint32_t>(step);
      m.window.first_row = tile < 4 ? -1 : 0;
      m.lanes = 64;
      AppendInstruction(m, &code);
    }
  }
  return code;
}

TEST(CodeCodec, RestoresRegularCodeOfFewBytes) {
  const std::vector<uint8_t> code = Regular(40);
  const std::vector<uint8_t> small = CompressCode(code);
  EXPECT_LT(small.size(), code.size() / 50);
  const auto restored =
      DecompressCode(small, static_cast<uint32_t>(code.size()));
  ASSERT_TRUE(restored.ok()) << restored.status();
  EXPECT_EQ(*restored, code);
}

TEST(CodeCodec, RestoresAnyWords) {
  std::mt19937 random(3);
  for (int n = 0; n < 200; ++n) {
    std::vector<uint8_t> code(random() % 50 * 4);
    for (uint8_t& byte : code) {
      // Long carries need many bytes of 255.
      byte = static_cast<uint8_t>(random() % 3 == 0 ? 255 : random());
    }
    const auto restored =
        DecompressCode(CompressCode(code), static_cast<uint32_t>(code.size()));
    ASSERT_TRUE(restored.ok()) << restored.status();
    ASSERT_EQ(*restored, code);
  }
}

TEST(CodeCodec, RestoresBytesWithoutThePadding) {
  std::mt19937 random(5);
  std::vector<uint8_t> bytes(20000);
  for (size_t i = 0; i < bytes.size(); i += 4) {
    bytes[i] = static_cast<uint8_t>(random());
  }
  const std::vector<uint8_t> small = CompressBytes(bytes);
  EXPECT_LT(small.size(), bytes.size() / 3);
  const auto size = static_cast<uint32_t>(bytes.size());
  const auto restored = DecompressBytes(small, size);
  ASSERT_TRUE(restored.ok()) << restored.status();
  EXPECT_EQ(*restored, bytes);
  EXPECT_FALSE(DecompressBytes(small, size / 2).ok());
}

TEST(CodeCodec, RefusesAnotherLength) {
  const std::vector<uint8_t> code = Regular(3);
  const auto size = static_cast<uint32_t>(code.size());
  std::vector<uint8_t> small = CompressCode(code);
  EXPECT_FALSE(DecompressCode(small, size + 2).ok());
  small.push_back(0);
  EXPECT_FALSE(DecompressCode(small, size).ok());
  small.resize(small.size() - 5);
  EXPECT_FALSE(DecompressCode(small, size).ok());
  EXPECT_FALSE(DecompressCode({}, size).ok());
}

// Words of which each prediction is right now and then, and jumps of any size.
std::vector<uint8_t> Irregular() {
  std::mt19937 random(11);
  std::vector<uint32_t> words(20, 7);
  for (int i = 0; i < 3000; ++i) {
    const auto ago = [&](size_t n) { return words[words.size() - n]; };
    switch (random() % 6) {
      case 0:
        words.push_back(ago(1));
        break;
      case 1:
        words.push_back(2 * ago(1) - ago(2));
        break;
      case 2:
        words.push_back(ago(4));
        break;
      case 3:
        words.push_back(ago(16));
        break;
      case 4:
        words.push_back(ago(1) + random() % 200 - 100);
        break;
      default:
        words.push_back(static_cast<uint32_t>(random()) >> random() % 32);
    }
  }
  std::vector<uint8_t> code;
  for (const uint32_t word : words) {
    for (int i = 0; i < 4; ++i) {
      code.push_back(static_cast<uint8_t>(word >> (8 * i)));
    }
  }
  return code;
}

uint64_t HashOf(const std::vector<uint8_t>& bytes) {
  uint64_t hash = bytes.size();
  for (const uint8_t byte : bytes) hash = hash * 0x100000001B3 + byte;
  return hash;
}

// Executables in files have to stay readable: if what is written changes, so
// does kExecutableVersion.
TEST(CodeCodec, WritesTheRecordedBytes) {
  const auto size = static_cast<uint32_t>(Irregular().size());
  const std::vector<uint8_t> code = CompressCode(Irregular());
  EXPECT_EQ(HashOf(code), 0xebb00f61bf872ffbu);
  EXPECT_EQ(*DecompressCode(code, size), Irregular());
  const std::vector<uint8_t> bytes = CompressBytes(Irregular());
  EXPECT_EQ(HashOf(bytes), 0x1bb9c335f9d74828u);
  EXPECT_EQ(*DecompressBytes(bytes, size), Irregular());
  EXPECT_EQ(HashOf(CompressCode(Regular(5))), 0x97ac178b89e6c3b9u);
}

// A test of minutes and of gigabytes, if all of them were decoded.
TEST(CodeCodec, StopsBehindTheLastByte) {
  constexpr uint32_t kMost = UINT32_MAX - 3;
  const std::vector<uint8_t> small = CompressBytes(Regular(3));
  EXPECT_FALSE(DecompressBytes(small, kMost).ok());
  EXPECT_FALSE(DecompressCode(CompressCode(Regular(3)), kMost).ok());
}

}  // namespace
}  // namespace tflite::edgetpu
