// Large steps are divided among threads, with the results of the scalar kernels
// and, from run to run, equal counts; a helper thread that dies is a process
// that dies.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "delegates/dsp/dsp_device.h"
#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/testing/process_state.h"
#include "delegates/dsp/testing/test_delegates.h"
#include "delegates/dsp/wire/scratch.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

std::shared_ptr<DspDevice> Open(DspBackend backend, int threads) {
  DspOptions options;
  options.backend = backend;
  options.num_threads = threads;
  options.deadline_ms = 60000;
  auto device = DspDevices(options).Get();
  EXPECT_TRUE(device.ok()) << device.status();
  return device.ok() ? *device : nullptr;
}

// The threads of the only child process.
std::vector<pid_t> Threads() { return ThreadsOf(Children().at(0)); }

// A program of one step with random operands, equal for all devices.
class OneStep {
 public:
  explicit OneStep(DspDevice& device) : device_(device) {
    auto block = device.arena().Allocate(kBytes);
    EXPECT_TRUE(block.ok()) << block.status();
    if (!block.ok()) return;
    block_ = *std::move(block);
    at_ = static_cast<uint32_t>(block_.offset());
  }

  Piece Take(int64_t bytes) {
    const Piece piece = {at_, static_cast<uint32_t>(bytes)};
    at_ += (piece.bytes + 127) / 128 * 128 + 128;
    for (uint32_t i = 0; i < piece.bytes; ++i) {
      device_.base()[piece.offset + i] = static_cast<uint8_t>(random_());
    }
    return piece;
  }
  Finish TakeFinish(int32_t real) {
    const int32_t channels = RoundUp(real, kLanes);
    const Finish finish = {
        Take(channels * 12), channels, channels, 3, -120, 127};
    auto* planes =
        reinterpret_cast<int32_t*>(device_.base() + finish.planes.offset);
    for (int32_t c = 0; c < channels; ++c) {
      planes[c] = static_cast<int32_t>(random_() % 20000) - 10000;
      planes[channels + c] = (1 << 30) + static_cast<int32_t>(random_() >> 2);
      planes[2 * channels + c] = -8 - static_cast<int32_t>(random_() % 3);
      if (c >= real) {
        planes[c] = planes[channels + c] = planes[2 * channels + c] = 0;
      }
    }
    return finish;
  }

  // The weights of `channels` channels; padding holds the zero point, 128.
  Piece TakeWeights(const DenseLayout& layout, int32_t channels) {
    const int32_t padded = RoundUp(channels, kLanes);
    const Piece piece = Take(layout.Bytes(padded));
    uint8_t* weights = device_.base() + piece.offset;
    for (int32_t o = 0; o < padded; ++o) {
      for (int32_t tap = 0; tap < layout.taps; ++tap) {
        for (int32_t c = 0; c < RoundUp(layout.channels, kTaps); ++c) {
          if (o >= channels || c >= layout.channels) {
            weights[layout.At(o, tap, c)] = 128;
          }
        }
      }
    }
    return piece;
  }

  // The same of a depthwise convolution, whose zero point is 0.
  Piece TakeWeights(const DepthwiseLayout& layout, int32_t channels) {
    const int32_t padded = RoundUp(channels, kLanes);
    const Piece piece = Take(layout.Bytes(padded));
    uint8_t* weights = device_.base() + piece.offset;
    for (int32_t c = 0; c < padded; ++c) {
      for (int32_t fy = 0; fy < layout.filter_height; ++fy) {
        for (int32_t fx = 0; fx < layout.quads() * kTaps; ++fx) {
          if (c >= channels || fx >= layout.filter_width) {
            weights[layout.At(c, fy, fx)] = 0;
          }
        }
      }
    }
    return piece;
  }

  // Runs the step twice; returns its output.
  template <typename Params>
  std::vector<uint8_t> Run(Opcode opcode, const Params& params) {
    const auto scratch = static_cast<uint32_t>((ScratchBytes(params) + 127) /
                                               128 * 128 * device_.threads());
    struct {
      ProgramHeader header;
      StepHeader step;
      Params params;
    } program = {{kProgramMagic, kWireVersion, sizeof(program), 1, {0, 0}},
                 {opcode, sizeof(params)},
                 params};
    if (scratch > 0) program.header.scratch = Take(scratch);
    const Piece piece = Take(sizeof(program));
    std::memcpy(device_.base() + piece.offset, &program, sizeof(program));
    EXPECT_LT(at_, block_.offset() + kBytes);
    std::lock_guard<std::mutex> lock(device_.mutex());
    for (int i = 0; i < 2; ++i) {
      std::memset(device_.base() + params.output.offset, 0,
                  params.output.bytes);
      const auto reply = device_.Run(piece, 0, 1);
      EXPECT_TRUE(reply.ok()) << reply.status();
      if (!reply.ok()) return {};
      const uint64_t packets = reply->after.packets - reply->before.packets;
      if (i == 1) {
        EXPECT_EQ(packets, packets_);
      }
      packets_ = packets;
    }
    const uint8_t* out = device_.base() + params.output.offset;
    return {out, out + params.output.bytes};
  }

  uint64_t packets() const { return packets_; }

 private:
  static constexpr uint32_t kBytes = 24 << 20;

  DspDevice& device_;
  ArenaBlock block_;
  uint32_t at_ = 0;
  std::mt19937 random_;
  uint64_t packets_ = 0;
};

// SAME padding.
Window SameSize(int32_t height, int32_t width, int32_t in, int32_t out,
                int32_t filter, int32_t stride) {
  const auto reduced = [&](int32_t n) { return (n + stride - 1) / stride; };
  const auto pad = [&](int32_t n) {
    const int32_t all = (reduced(n) - 1) * stride + filter - n;
    return all > 0 ? all / 2 : 0;
  };
  return {1,   height,      width,     in,     reduced(height), reduced(width),
          out, filter,      filter,    stride, stride,          1,
          1,   pad(height), pad(width)};
}

std::vector<uint8_t> Convolution(OneStep& step, const Window& w) {
  const DenseLayout layout = {w.filter_height * w.filter_width, w.in_channels};
  Conv2dParams p = {};
  p.input = step.Take(int64_t{w.in_height} * w.in_width * w.in_channels);
  p.finish = step.TakeFinish(w.out_channels);
  p.weights = step.TakeWeights(layout, w.out_channels);
  p.output = step.Take(int64_t{w.out_height} * w.out_width * w.out_channels);
  p.window = w;
  p.groups = p.is_signed = 1;
  p.input_zero_point = -7;
  p.weights_zero_point = 128;
  return step.Run(Opcode::kConv2d, p);
}

std::vector<uint8_t> Depthwise(OneStep& step, const Window& w,
                               int32_t multiplier = 1) {
  const DepthwiseLayout layout = {w.filter_height, w.filter_width};
  DepthwiseConv2dParams p = {};
  p.input = step.Take(int64_t{w.in_height} * w.in_width * w.in_channels);
  p.finish = step.TakeFinish(w.out_channels);
  p.weights = step.TakeWeights(layout, w.out_channels);
  p.output = step.Take(int64_t{w.out_height} * w.out_width * w.out_channels);
  p.window = w;
  p.multiplier = multiplier;
  p.is_signed = 1;
  p.input_zero_point = -7;
  return step.Run(Opcode::kDepthwiseConv2d, p);
}

std::vector<uint8_t> FullyConnected(OneStep& step, int32_t rows, int32_t depth,
                                    int32_t units) {
  FullyConnectedParams p = {};
  p.input = step.Take(int64_t{rows} * depth);
  p.finish = step.TakeFinish(units);
  p.weights = step.TakeWeights(DenseLayout{1, depth}, units);
  p.output = step.Take(int64_t{rows} * units);
  p.rows = rows;
  p.depth = depth;
  p.units = units;
  p.is_signed = 1;
  p.weights_zero_point = 128;
  return step.Run(Opcode::kFullyConnected, p);
}

std::vector<uint8_t> Pooling(OneStep& step, const Window& w) {
  PoolParams p = {};
  p.input = step.Take(int64_t{w.in_height} * w.in_width * w.in_channels);
  p.output = step.Take(int64_t{w.out_height} * w.out_width * w.out_channels);
  p.window = w;
  p.is_signed = 1;
  p.min = -128;
  p.max = 127;
  return step.Run(Opcode::kPool, p);
}

std::vector<uint8_t> Maxima(OneStep& step, int32_t count, int32_t y_stride) {
  BinaryParams p = {};
  p.x = step.Take(count);
  p.y = step.Take(count);
  p.output = step.Take(count);
  p.form = BinaryForm8::kMaximum;
  p.is_signed = p.rank = 1;
  p.extents[0] = count;
  p.x_strides[0] = 1;
  p.y_strides[0] = y_stride;
  p.min = -128;
  p.max = 127;
  return step.Run(Opcode::kBinary, p);
}

std::vector<uint8_t> Function(OneStep& step, int32_t count) {
  MapParams p = {};
  p.input = step.Take(count);
  p.output = step.Take(count);
  p.table = step.Take(256);
  p.count = count;
  return step.Run(Opcode::kMap, p);
}

struct StepCase {
  const char* name;
  std::vector<uint8_t> (*run)(OneStep& step);
};
const StepCase kCases[] = {
    {"Same3x3",
     [](OneStep& s) { return Convolution(s, SameSize(21, 24, 16, 32, 3, 1)); }},
    {"Same3x3Stride2",
     [](OneStep& s) { return Convolution(s, SameSize(41, 30, 20, 24, 3, 2)); }},
    {"FirstLayer",
     [](OneStep& s) { return Convolution(s, SameSize(64, 64, 3, 32, 3, 2)); }},
    {"OnePixelRows",
     [](OneStep& s) { return Convolution(s, SameSize(7, 7, 64, 320, 1, 1)); }},
    {"OnePixel",
     [](OneStep& s) {
       return Convolution(s, SameSize(1, 1, 1280, 1001, 1, 1));
     }},
    {"Depthwise3x3",
     [](OneStep& s) { return Depthwise(s, SameSize(29, 28, 64, 64, 3, 1)); }},
    {"Depthwise5x5Stride2",
     [](OneStep& s) { return Depthwise(s, SameSize(40, 38, 96, 96, 5, 2)); }},
    // Parts whose input does not begin at a multiple of 128 bytes.
    {"Odd3x3",
     [](OneStep& s) { return Convolution(s, SameSize(23, 27, 32, 64, 3, 1)); }},
    {"Odd5x5Stride2",
     [](OneStep& s) { return Convolution(s, SameSize(33, 35, 7, 128, 5, 2)); }},
    {"Odd1x1",
     [](OneStep& s) {
       return Convolution(s, SameSize(17, 15, 37, 128, 1, 1));
     }},
    {"Odd1x1Stride2",
     [](OneStep& s) {
       return Convolution(s, SameSize(37, 35, 37, 128, 1, 2));
     }},
    {"OddDilated",
     [](OneStep& s) {
       Window w = SameSize(29, 25, 20, 32, 3, 1);
       w.dilation_height = w.dilation_width = 2;
       w.pad_top = w.pad_left = 2;
       return Convolution(s, w);
     }},
    {"OddDepthwise",
     [](OneStep& s) { return Depthwise(s, SameSize(31, 33, 32, 32, 3, 1)); }},
    {"OddDepthwiseStride2",
     [](OneStep& s) { return Depthwise(s, SameSize(61, 63, 40, 40, 3, 2)); }},
    {"DepthwiseOfMultiplier2",
     [](OneStep& s) {
       return Depthwise(s, SameSize(31, 33, 24, 48, 3, 1), 2);
     }},
    {"OddPool",
     [](OneStep& s) { return Pooling(s, SameSize(83, 85, 24, 24, 5, 2)); }},
    {"OddRows", [](OneStep& s) { return FullyConnected(s, 73, 99, 128); }},
    {"TwoRows", [](OneStep& s) { return FullyConnected(s, 2, 1029, 512); }},
    {"OneRow", [](OneStep& s) { return FullyConnected(s, 1, 1024, 1001); }},
    {"Rows", [](OneStep& s) { return FullyConnected(s, 71, 100, 100); }},
    {"Pool",
     [](OneStep& s) { return Pooling(s, SameSize(20, 22, 96, 96, 3, 1)); }},
    {"Maximum", [](OneStep& s) { return Maxima(s, 70001, 1); }},
    {"MaximumOfScalar", [](OneStep& s) { return Maxima(s, 70001, 0); }},
    {"Function", [](OneStep& s) { return Function(s, 200001); }},
};

class DspThreads : public ::testing::TestWithParam<DspBackend> {};

// What the scalar kernels compute, undivided.
std::vector<uint8_t> Expected(const StepCase& c) {
  const auto device = Open(DspBackend::kNative, 1);
  if (device == nullptr) return {};
  OneStep step(*device);
  return c.run(step);
}

TEST_P(DspThreads, GiveTheSameResults) {
  for (const StepCase& c : kCases) {
    SCOPED_TRACE(c.name);
    const std::vector<uint8_t> expected = Expected(c);
    ASSERT_FALSE(expected.empty());
    uint64_t packets = 0;
    for (const uint32_t threads : {1, 2, 3, 8}) {
      SCOPED_TRACE(threads);
      const auto device = Open(GetParam(), static_cast<int>(threads));
      ASSERT_NE(device, nullptr);
      ASSERT_EQ(device->threads(), threads);
      OneStep step(*device);
      const size_t before = Threads().size();
      const std::vector<uint8_t> output = c.run(step);
      const size_t helpers = Threads().size() - before;
      EXPECT_TRUE(output == expected);
      if (threads == 1) {
        packets = step.packets();
        EXPECT_EQ(helpers, 0u);
        continue;
      }
      // The step was divided, and all parts are counted.
      EXPECT_GT(helpers, 0u);
      EXPECT_LT(helpers, threads);
      EXPECT_GE(step.packets(), packets);
      EXPECT_LE(step.packets(), threads * packets);
    }
  }
  EXPECT_THAT(Children(), IsEmpty());
}

TEST_P(DspThreads, AreNotStartedForSmallSteps) {
  const auto device = Open(GetParam(), 2);
  ASSERT_NE(device, nullptr);
  const std::vector<pid_t> before = Threads();
  OneStep step(*device);
  EXPECT_FALSE(Function(step, 1000).empty());
  EXPECT_EQ(Threads(), before);
}

TEST_P(DspThreads, TakeTheProcessWithThemWhenTheyDie) {
  const auto device = Open(GetParam(), 2);
  ASSERT_NE(device, nullptr);
  const pid_t process = Children().at(0);
  const std::vector<pid_t> before = Threads();
  OneStep step(*device);
  ASSERT_FALSE(Function(step, 200001).empty());
  std::vector<pid_t> helpers = Threads();
  for (const pid_t thread : before) {
    helpers.erase(std::remove(helpers.begin(), helpers.end(), thread),
                  helpers.end());
  }
  ASSERT_THAT(helpers, SizeIs(1));
  syscall(SYS_tgkill, process, helpers[0], SIGTERM);
  std::lock_guard<std::mutex> lock(device->mutex());
  Status status = OkStatus();
  // The signal may arrive many answers later, if other threads run first.
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (status.ok() && std::chrono::steady_clock::now() < end) {
    status = device->Run({0, 0}, 0, 0).status();
    if (!device->is_lost()) status = OkStatus();
  }
  EXPECT_TRUE(device->is_lost());
  EXPECT_THAT(std::string(status.message()),
              ::testing::HasSubstr("was ended by signal 15"));
  EXPECT_THAT(Children(), IsEmpty());
}

// The private, writable memory of a size in the child process, below which none
// can be accessed: of the guest's, whose addresses have 32 bits.
int GuardedMappings(uint64_t bytes) {
  std::ifstream in("/proc/" + std::to_string(Children().at(0)) + "/maps");
  int count = 0;
  uint64_t last_end = 0;
  bool is_guard = false;
  for (std::string line; std::getline(in, line);) {
    unsigned long long begin, end;
    char access[5];
    if (std::sscanf(line.c_str(), "%llx-%llx %4s", &begin, &end, access) != 3) {
      continue;
    }
    const std::string rights = access;
    count += begin >> 32 == 0 && rights == "rw-p" && end - begin == bytes &&
             is_guard && begin == last_end;
    is_guard = rights == "---p";
    last_end = end;
  }
  return count;
}

TEST(DspThreadsOfHexagon, HaveGuardsBelowTheirStacks) {
  constexpr int kThreads = 4;
  const auto device = Open(DspBackend::kHexagon, kThreads);
  ASSERT_NE(device, nullptr);
  constexpr uint64_t kStackBytes = 256 * 1024;
  const int before = GuardedMappings(kStackBytes);
  OneStep step(*device);
  ASSERT_FALSE(Function(step, 600001).empty());
  EXPECT_EQ(GuardedMappings(kStackBytes) - before, kThreads - 1);
}

TEST(DspThreadOptions, AreChecked) {
  DspOptions options;
  options.backend = DspBackend::kNative;
  for (const int threads : {-1, static_cast<int>(kMostThreads) + 1}) {
    options.num_threads = threads;
    EXPECT_THAT(std::string(CreateDspDelegate(options).status().message()),
                ::testing::HasSubstr("1 to 8 threads"));
  }
  options.num_threads = static_cast<int>(kMostThreads);
  EXPECT_NE(Create(options), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Guests, DspThreads, BothGuests(), GuestName);

}  // namespace
}  // namespace tflite::dsp
