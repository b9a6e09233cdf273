// The counters of the guests.
#include <cstring>
#include <memory>
#include <string>

#include "delegates/dsp/dsp_device.h"
#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

// A program of one step that fills `bytes` bytes.
class FillProgram {
 public:
  FillProgram(DspDevice& device, uint32_t bytes) {
    auto block = device.arena().Allocate(4096 + bytes);
    EXPECT_TRUE(block.ok()) << block.status();
    if (!block.ok()) return;
    block_ = *std::move(block);
    const auto at = static_cast<uint32_t>(block_.offset());
    struct {
      ProgramHeader header;
      StepHeader step;
      FillParams params;
    } program = {{kProgramMagic, kWireVersion, sizeof(program), 1, {0, 0}},
                 {Opcode::kFill, sizeof(FillParams)},
                 {{at + 4096, bytes}, 7}};
    std::memcpy(device.base() + at, &program, sizeof(program));
    piece_ = {at, sizeof(program)};
    output_ = device.base() + at + 4096;
  }

  const Piece& piece() const { return piece_; }
  const uint8_t* output() const { return output_; }

 private:
  ArenaBlock block_;
  Piece piece_ = {0, 0};
  const uint8_t* output_ = nullptr;
};

uint64_t Packets(DspDevice& device, const FillProgram& program) {
  std::lock_guard<std::mutex> lock(device.mutex());
  const auto reply = device.Run(program.piece(), 0, 1);
  EXPECT_TRUE(reply.ok()) << reply.status();
  return reply.ok() ? reply->after.packets - reply->before.packets : 0;
}

std::shared_ptr<DspDevice> Open(DspBackend backend) {
  DspOptions options;
  options.backend = backend;
  auto device = DspDevices(options).Get();
  EXPECT_TRUE(device.ok()) << device.status();
  return device.ok() ? *device : nullptr;
}

TEST(DspCounts, AreThoseOfTheWork) {
  const auto device = Open(DspBackend::kHexagon);
  ASSERT_NE(device, nullptr);
  EXPECT_EQ(device->guest(), Guest::kHexagonQemu);
  EXPECT_TRUE(device->has_vectors());
  const FillProgram small(*device, 1000), large(*device, 1000000);
  const uint64_t first = Packets(*device, large);
  EXPECT_EQ(large.output()[999999], 7);
  EXPECT_GT(first, 1000000u / 128);
  EXPECT_EQ(Packets(*device, large), first);
  const uint64_t less = Packets(*device, small);
  EXPECT_GT(less, 0u);
  EXPECT_LT(less, first / 10);
}

TEST(DspCounts, AreNoneWhereNothingCounts) {
  const auto device = Open(DspBackend::kNative);
  ASSERT_NE(device, nullptr);
  EXPECT_EQ(device->guest(), Guest::kNative);
  EXPECT_FALSE(device->has_vectors());
  const FillProgram program(*device, 1000);
  EXPECT_EQ(Packets(*device, program), 0u);
  EXPECT_EQ(program.output()[999], 7);
}

}  // namespace
}  // namespace tflite::dsp
