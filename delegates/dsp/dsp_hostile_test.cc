// Programs with wrong params, pieces that overlap, and any contents: both
// guests run them inside of the shared memory or refuse them, and go on.
#include <memory>
#include <mutex>

#include "delegates/dsp/dsp_device.h"
#include "delegates/dsp/testing/every_kind.h"
#include "delegates/dsp/testing/test_delegates.h"
#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

class DspHostile : public ::testing::TestWithParam<DspBackend> {
 protected:
  void SetUp() override {
    DspOptions options;
    options.backend = GetParam();
    options.memory_bytes = 1 << 20;
    options.num_threads = 2;
    auto device = DspDevices(options).Get();
    ASSERT_TRUE(device.ok()) << device.status();
    device_ = *std::move(device);
    auto block = device_->arena().Allocate(1 << 19);
    ASSERT_TRUE(block.ok()) << block.status();
    block_ = *std::move(block);
    maker_ = std::make_unique<ProgramMaker>(
        device_->base(), static_cast<uint32_t>(block_.offset()));
    program_ = EveryKind(*maker_, device_->base());
    ASSERT_EQ(Run(0, kKinds), kRan);
  }

  enum Result { kRan, kRefused, kLost };
  Result Run(uint32_t first, uint32_t steps) {
    std::lock_guard<std::mutex> lock(device_->mutex());
    const auto reply = device_->Run(program_, first, steps);
    if (reply.ok()) return kRan;
    if (!device_->is_lost()) return kRefused;
    ADD_FAILURE() << reply.status();
    return kLost;
  }

  ChangedPrograms Programs() {
    return ChangedPrograms(program_, *maker_, device_->base(),
                           static_cast<uint32_t>(device_->memory_bytes()));
  }

  std::shared_ptr<DspDevice> device_;
  ArenaBlock block_;
  std::unique_ptr<ProgramMaker> maker_;
  Piece program_ = {0, 0};
};

TEST_P(DspHostile, AnyWordIsWrong) {
  ChangedPrograms programs = Programs();
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    programs.ChangeAWord();
    const Result result = Run(0, kKinds);
    ASSERT_NE(result, kLost) << round;
    refused += result == kRefused;
  }
  EXPECT_GT(refused, 300);
}

TEST_P(DspHostile, PiecesOverlap) {
  ChangedPrograms programs = Programs();
  int ran = 0, refused = 0;
  for (int round = 0; round < 300; ++round) {
    programs.MovePieces();
    // Each step alone, as the first one that is refused ends a run.
    for (uint32_t step = 0; step < kKinds; ++step) {
      const Result result = Run(step, 1);
      ASSERT_NE(result, kLost) << round << ", step " << step;
      ++(result == kRan ? ran : refused);
    }
  }
  EXPECT_GT(ran, 3000);
  EXPECT_GT(refused, 100);
}

INSTANTIATE_TEST_SUITE_P(Guests, DspHostile, BothGuests(), GuestName);

}  // namespace
}  // namespace tflite::dsp
