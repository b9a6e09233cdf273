#include "delegates/edgetpu/executable/code_codec.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace tflite::edgetpu {
namespace {

using base::Invalid;
using base::StatusOr;

// A probability that a bit is 0, in units of 1/2048.
using Probability = uint16_t;
constexpr int kProbabilityBits = 11;
constexpr int kAdaptation = 4;
constexpr Probability kEven = 1 << (kProbabilityBits - 1);
constexpr uint32_t kLeastRange = 1u << 24;

void Adapt(bool bit, Probability* p) {
  if (bit) {
    *p = static_cast<Probability>(*p - (*p >> kAdaptation));
  } else {
    *p = static_cast<Probability>(
        *p + (((1 << kProbabilityBits) - *p) >> kAdaptation));
  }
}

// Arithmetic coder of bits; carries are propagated into the output.
class BitWriter {
 public:
  void Code(bool bit, Probability* p) {
    const uint32_t zeros = (range_ >> kProbabilityBits) * *p;
    Narrow(bit, zeros);
    Adapt(bit, p);
  }
  void CodeEven(bool bit) { Narrow(bit, range_ / 2); }

  std::vector<uint8_t> Finish() {
    for (int i = 0; i < 4; ++i) PushByte();
    return std::move(bytes_);
  }

 private:
  void Narrow(bool bit, uint32_t zeros) {
    if (bit) {
      const uint32_t before = low_;
      low_ += zeros;
      if (low_ < before) Carry();
      range_ -= zeros;
    } else {
      range_ = zeros;
    }
    while (range_ < kLeastRange) {
      range_ <<= 8;
      PushByte();
    }
  }
  void PushByte() {
    bytes_.push_back(static_cast<uint8_t>(low_ >> 24));
    low_ <<= 8;
  }
  void Carry() {
    for (size_t i = bytes_.size(); i-- > 0;) {
      if (++bytes_[i] != 0) return;
    }
  }

  std::vector<uint8_t> bytes_;
  uint32_t low_ = 0, range_ = UINT32_MAX;
};

class BitReader {
 public:
  explicit BitReader(absl::Span<const uint8_t> bytes) : bytes_(bytes) {
    for (int i = 0; i < 4; ++i) PullByte();
  }
  bool Decode(Probability* p) {
    const bool bit = Narrow((range_ >> kProbabilityBits) * *p);
    Adapt(bit, p);
    return bit;
  }
  bool DecodeEven() { return Narrow(range_ / 2); }

  // All bytes were read, and no more.
  bool complete() const { return at_ == bytes_.size(); }
  // More bytes were read than there are.
  bool overrun() const { return at_ > bytes_.size(); }

 private:
  bool Narrow(uint32_t zeros) {
    const bool bit = code_ >= zeros;
    if (bit) {
      code_ -= zeros;
      range_ -= zeros;
    } else {
      range_ = zeros;
    }
    while (range_ < kLeastRange) {
      range_ <<= 8;
      PullByte();
    }
    return bit;
  }
  void PullByte() {
    code_ = code_ << 8 | (at_ < bytes_.size() ? bytes_[at_] : 0);
    ++at_;
  }

  const absl::Span<const uint8_t> bytes_;
  size_t at_ = 0;
  uint32_t code_ = 0, range_ = UINT32_MAX;
};

// The same model for both directions: Bit(bit, p) codes `bit` and returns it,
// or returns the decoded one.
struct Writing {
  bool Bit(bool bit, Probability* p) {
    writer.Code(bit, p);
    return bit;
  }
  bool EvenBit(bool bit) {
    writer.CodeEven(bit);
    return bit;
  }
  BitWriter writer;
};
struct Reading {
  bool Bit(bool, Probability* p) { return reader.Decode(p); }
  bool EvenBit(bool) { return reader.DecodeEven(); }
  BitReader reader;
};

// What is known about one word of an opcode's instructions.
struct WordModel {
  // The last values. Instructions often come once per tile of a 4x4 grid.
  static constexpr uint32_t kHistory = 16;
  static constexpr int kPredictions = 4;
  std::array<uint32_t, kHistory> last{};
  uint32_t next = 0;
  uint32_t outcomes =
      0;  // of the last two words: the prediction that was right
  std::array<std::array<Probability, kPredictions>, 25> is_right;
  std::array<Probability, 64> num_bits;

  WordModel() {
    for (auto& p : is_right) p.fill(kEven);
    num_bits.fill(kEven);
  }
  uint32_t Ago(uint32_t n) const { return last[(next - n) % kHistory]; }
  uint32_t Predicted(int prediction) const {
    switch (prediction) {
      case 0:
        return Ago(1);
      case 1:
        return 2 * Ago(1) - Ago(2);
      case 2:
        return Ago(4);
      default:
        return Ago(kHistory);
    }
  }
  void Note(uint32_t word, int outcome) {
    last[next++ % kHistory] = word;
    outcomes = (outcomes * 5 + static_cast<uint32_t>(outcome)) % 25;
  }
};

template <typename Direction>
class CodeModel {
 public:
  explicit CodeModel(Direction direction)
      : direction_(std::move(direction)), words_(kOpcodes * kWords) {}

  // Codes the next word of the stream, whose value counts when writing.
  uint32_t Word(uint32_t word) {
    WordModel& model = words_[opcode_ * kWords + index_];
    word = Coded(word, &model);
    if (left_ == 0) {
      opcode_ = word % kOpcodes;
      left_ = word >> 16;
    }
    if (left_ > 0) --left_;
    // Word 0 is the header of the next instruction, given this opcode.
    index_ = left_ == 0 ? 0 : std::min<uint32_t>(index_ + 1, kWords - 1);
    return word;
  }
  Direction& direction() { return direction_; }

 private:
  static constexpr uint32_t kOpcodes = 32, kWords = 64;

  uint32_t Coded(uint32_t word, WordModel* model) {
    auto& is_right = model->is_right[model->outcomes];
    for (int p = 0; p < WordModel::kPredictions; ++p) {
      const uint32_t predicted = model->Predicted(p);
      if (!direction_.Bit(word == predicted, &is_right[p])) continue;
      model->Note(predicted, p);
      return predicted;
    }
    const uint32_t last = model->Ago(1);
    word = last + Difference(word - last, model);
    model->Note(word, WordModel::kPredictions);
    return word;
  }

  // The number of bits of a difference, sign last, then the bits.
  uint32_t Difference(uint32_t difference, WordModel* model) {
    const auto sign = static_cast<uint32_t>(-(difference >> 31));
    const uint32_t folded = difference << 1 ^ sign;
    uint32_t bits = 0;
    while (bits < 32 && folded >> bits != 0) ++bits;
    uint32_t node = 1;
    for (int i = 5; i >= 0; --i) {
      const bool bit =
          direction_.Bit((bits >> i & 1) != 0, &model->num_bits[node]);
      node = node << 1 | (bit ? 1 : 0);
    }
    bits = std::min<uint32_t>(node & 63, 32);
    uint32_t value = 0;
    for (uint32_t i = bits; i-- > 0;) {
      if (direction_.EvenBit((folded >> i & 1) != 0)) value |= 1u << i;
    }
    return value >> 1 ^ static_cast<uint32_t>(-(value & 1));
  }

  Direction direction_;
  std::vector<WordModel> words_;
  uint32_t opcode_ = 0, index_ = 0;
  uint32_t left_ = 0;  // words of the instruction
};

// Bits of a byte from the highest one, each given those before it.
template <typename Direction>
class ByteModel {
 public:
  ByteModel() {
    for (auto& position : is_one_) position.fill(kEven);
  }
  uint8_t Byte(uint8_t byte, size_t at, Direction* direction) {
    auto& is_one = is_one_[at % 4];
    uint32_t node = 1;
    for (int i = 7; i >= 0; --i) {
      const bool bit = direction->Bit((byte >> i & 1) != 0, &is_one[node]);
      node = node << 1 | (bit ? 1 : 0);
    }
    return static_cast<uint8_t>(node);
  }

 private:
  std::array<std::array<Probability, 256>, 4> is_one_;
};

}  // namespace

std::vector<uint8_t> CompressBytes(absl::Span<const uint8_t> bytes) {
  ByteModel<Writing> model;
  Writing writing;
  for (size_t i = 0; i < bytes.size(); ++i) model.Byte(bytes[i], i, &writing);
  return writing.writer.Finish();
}

StatusOr<std::vector<uint8_t>> DecompressBytes(
    absl::Span<const uint8_t> compressed, uint32_t size) {
  ByteModel<Reading> model;
  Reading reading{BitReader(compressed)};
  std::vector<uint8_t> bytes;
  // A damaged size must not take time and memory.
  for (uint32_t i = 0; i < size && !reading.reader.overrun(); ++i) {
    bytes.push_back(model.Byte(0, i, &reading));
  }
  if (!reading.reader.complete()) {
    return Invalid("compressed bytes have another length");
  }
  return bytes;
}

std::vector<uint8_t> CompressCode(absl::Span<const uint8_t> code) {
  CodeModel<Writing> model{Writing()};
  for (size_t at = 0; at + 4 <= code.size(); at += 4) {
    model.Word(code[at] | uint32_t{code[at + 1]} << 8 |
               uint32_t{code[at + 2]} << 16 | uint32_t{code[at + 3]} << 24);
  }
  return model.direction().writer.Finish();
}

StatusOr<std::vector<uint8_t>> DecompressCode(absl::Span<const uint8_t> bytes,
                                              uint32_t size) {
  if (size % 4 != 0) return Invalid("a stream has ", size, " bytes");
  CodeModel<Reading> model{Reading{BitReader(bytes)}};
  std::vector<uint8_t> code;
  for (uint32_t at = 0; at < size && !model.direction().reader.overrun();
       at += 4) {
    const uint32_t word = model.Word(0);
    for (int i = 0; i < 4; ++i) code.push_back((word >> (8 * i)) & 255);
  }
  if (!model.direction().reader.complete()) {
    return Invalid("a compressed stream has another length");
  }
  return code;
}

}  // namespace tflite::edgetpu
