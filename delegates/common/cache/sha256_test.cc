#include "delegates/common/cache/sha256.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tflite::delegates {
namespace {

std::string Text(const Sha256::Digest& digest) {
  std::string text;
  for (const uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::string DigestOf(const std::string& bytes) {
  Sha256 hash;
  hash.Add(bytes.data(), bytes.size());
  return Text(hash.Finish());
}

// The examples of FIPS 180-4, and lengths around the end of a block, whose
// digests are those of coreutils.
TEST(Sha256, HasTheKnownDigests) {
  EXPECT_EQ(DigestOf(""),
            "e3b0c44298fc1c149afbf4c8996fb924"
            "27ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(DigestOf("abc"),
            "ba7816bf8f01cfea414140de5dae2223"
            "b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(
      DigestOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
      "248d6a61d20638b8e5c026930c3e6039"
      "a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(DigestOf(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67"
            "f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(DigestOf(std::string(55, 'x')),
            "d5e285683cd4efc02d021a5c62014694"
            "958901005d6f71e89e0989fac77e4072");
  EXPECT_EQ(DigestOf(std::string(56, 'x')),
            "04c26261370ee7541549d16dee320c72"
            "3e3fd14671e66a099afe0a377c16888e");
  EXPECT_EQ(DigestOf(std::string(63, 'x')),
            "75220b47218278e656f2013bb8f0c455"
            "a25eaf01e86c64924e9d48d89776d6f2");
  EXPECT_EQ(DigestOf(std::string(64, 'x')),
            "7ce100971f64e7001e8fe5a51973ecdf"
            "e1ced42befe7ee8d5fd6219506b5393c");
  EXPECT_EQ(DigestOf(std::string(65, 'x')),
            "9537c5fdf120482f7d58d25e9ed583f5"
            "2c02b4e304ea814db1633ad565aed7e9");
}

TEST(Sha256, TakesBytesInAnyPieces) {
  std::string bytes(300, 0);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(7 * i);
  const std::string whole = DigestOf(bytes);
  for (size_t piece = 1; piece < bytes.size(); ++piece) {
    Sha256 hash;
    for (size_t i = 0; i < bytes.size(); i += piece) {
      hash.Add(&bytes[i], std::min(piece, bytes.size() - i));
      hash.Add(nullptr, 0);
    }
    EXPECT_EQ(Text(hash.Finish()), whole) << piece;
  }
}

}  // namespace
}  // namespace tflite::delegates
