#include "delegates/gpu/lowering/shape/box.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace tflite::gpu {
namespace {

GpuPlanCaps Caps() {
  GpuPlanCaps caps;
  caps.device.max_invocations = 128;
  return caps;
}

GpuBox BoxOf(std::vector<GpuBox::Dim> dims, int64_t source_elements,
             int element_bytes = 4) {
  GpuBox box;
  box.dims.assign(dims.begin(), dims.end());
  box.source_elements = source_elements;
  box.element_bytes = element_bytes;
  return box;
}

std::string KernelOf(const BoxPlan& plan) {
  return BoxCall(plan, 0, 1).spec.kernel;
}

TEST(PlanBox, CopiesWhatStaysInPlace) {
  const auto plan =
      PlanBox(BoxOf({{2, 0, 2, 12}, {3, 0, 3, 4}, {4, 0, 4, 1}}, 24), Caps());
  ASSERT_TRUE(plan.ok()) << plan.status().message();
  EXPECT_EQ(BoxCall(*plan, 0, 1).kind, GpuCall::Kind::kCopy);
}

TEST(PlanBox, DoesNotCopyTheBeginningOfALargerSource) {
  const auto plan = PlanBox(BoxOf({{8, 0, 8, 1}}, 16), Caps());
  ASSERT_TRUE(plan.ok()) << plan.status().message();
  EXPECT_EQ(BoxCall(*plan, 0, 1).kind, GpuCall::Kind::kKernel);
  EXPECT_EQ(KernelOf(*plan), "move_u4");
}

TEST(PlanBox, MovesFourWordsAtATimeWhereAllIsAligned) {
  // Channels 4 to 11 of 16.
  GpuBox box = BoxOf({{5, 0, 5, 16}, {8, 0, 8, 1}}, 80);
  box.base = 4;
  EXPECT_EQ(KernelOf(*PlanBox(box, Caps())), "move_u4");
  box.base = 6;
  EXPECT_EQ(KernelOf(*PlanBox(box, Caps())), "move_uint");
}

TEST(PlanBox, MovesBytesAsWordsWhereTheyAre) {
  GpuBox box = BoxOf({{5, 0, 5, 16}, {8, 0, 8, 1}}, 80, 1);
  box.base = 4;
  EXPECT_EQ(KernelOf(*PlanBox(box, Caps())), "move_uint");
  box.base = 5;
  EXPECT_EQ(KernelOf(*PlanBox(box, Caps())), "pad_packed");
}

TEST(PlanBox, RefusesMoreDimensionsThanKernelsWalk) {
  std::vector<GpuBox::Dim> dims(6, {2, 0, 2, 7});
  const auto plan = PlanBox(BoxOf(dims, 1000), Caps());
  EXPECT_FALSE(plan.ok());
}

// Simulates the effect of a plan on memory, by the rules of box.kernel.
class Machine {
 public:
  Machine(const BoxPlan& plan, std::vector<uint8_t> source)
      : call_(BoxCall(plan, 0, 1)), source_(std::move(source)) {}

  // The size of `result` must be a multiple of 16 bytes.
  void Run(std::vector<uint8_t>* result) {
    if (call_.kind == GpuCall::Kind::kCopy) {
      std::copy_n(source_.begin(), std::min(source_.size(), result->size()),
                  result->begin());
    } else if (call_.spec.kernel.compare(0, 5, "move_") == 0) {
      Move(call_.spec.kernel == "move_u4" ? 16 : 4, result);
    } else if (call_.spec.kernel == "pad_packed") {
      Pad(4 / Constant("LANES", 4), result);
    } else {
      Pad(call_.spec.kernel == "pad_u4" ? 16 : 4, result);
    }
  }

 private:
  int At(size_t param) const {
    return static_cast<int>(call_.params.at(param));
  }
  int Constant(const std::string& name, int otherwise) const {
    for (const auto& [key, value] : call_.spec.constants) {
      if (key == name) return value;
    }
    return otherwise;
  }
  // Calls body(coordinates, innermost first) for all coordinates below the
  // extents, which are the first five params.
  template <typename Body>
  void ForEach(Body body) const {
    int at[5] = {};
    int64_t count = 1;
    for (int d = 0; d < 5; ++d) count *= At(d);
    for (int64_t i = 0; i < count; ++i) {
      int64_t rest = i;
      for (int d = 0; d < 5; ++d) {
        at[d] = static_cast<int>(rest % At(d));
        rest /= At(d);
      }
      body(i, at);
    }
  }
  void Move(int bytes, std::vector<uint8_t>* result) const {
    ForEach([&](int64_t, const int* at) {
      int from = At(10), to = At(16);
      for (int d = 0; d < 5; ++d) {
        from += at[d] * At(5 + d);
        to += at[d] * At(11 + d);
      }
      ASSERT_LE((from + 1) * bytes, static_cast<int>(source_.size()));
      ASSERT_LE((to + 1) * bytes, static_cast<int>(result->size()));
      std::copy_n(source_.begin() + from * bytes, bytes,
                  result->begin() + to * bytes);
    });
  }
  void Pad(int bytes, std::vector<uint8_t>* result) const {
    const int mirror = Constant("MIRROR", 0);
    ForEach([&](int64_t i, const int* at) {
      int from = At(10);
      bool inside = true;
      for (int d = 0; d < 5; ++d) {
        const int low = At(11 + d), high = At(16 + d);
        int place = at[d] - low;
        if (at[d] < low) place = mirror == 0 ? -1 : low - at[d] - 2 + mirror;
        if (at[d] >= high) {
          place = mirror == 0 ? -1 : 2 * high - low - at[d] - mirror;
        }
        inside = inside && place >= 0;
        from += place * At(5 + d);
      }
      const uint32_t fill = call_.params.at(21);
      for (int k = 0; k < bytes; ++k) {
        if (inside) {
          (*result)[i * bytes + k] = source_.at(from * bytes + k);
        } else if (Constant("KEEP", 0) == 0) {
          (*result)[i * bytes + k] = static_cast<uint8_t>(fill >> k % 4 * 8);
        }
      }
    });
  }

  const GpuCall call_;
  const std::vector<uint8_t> source_;
};

// Three dimensions of a source, transposed, padded and possibly reversed.
class RandomBox : public ::testing::TestWithParam<int> {
 protected:
  int Draw(int below) {
    return static_cast<int>(random_() % static_cast<unsigned>(below));
  }
  GpuBox Make() {
    constexpr int kBytes[] = {1, 2, 4, 8};
    constexpr GpuBox::Outside kOutside[] = {
        GpuBox::Outside::kKeep, GpuBox::Outside::kFill,
        GpuBox::Outside::kSymmetric, GpuBox::Outside::kReflect};
    GpuBox box;
    box.element_bytes = kBytes[Draw(4)];
    box.outside = kOutside[Draw(4)];
    box.fill = box.element_bytes == 8 ? 0 : 0x81828384u;
    const bool pads = Draw(3) > 0;
    int order[] = {0, 1, 2};
    if (Draw(2) == 0) std::shuffle(order, order + 3, random_);
    int64_t step = 1;
    box.dims.resize(3);
    for (int i = 3; i-- > 0;) {
      const int extents[] = {1, 2, 3, 4, 8, 16};
      GpuBox::Dim& dim = box.dims[order[i]];
      dim.count = extents[Draw(6)];
      dim.step = step;
      step *= dim.count;
      // Mirrored padding can be as long as the box.
      const int most = static_cast<int>(dim.count);
      const int pad = pads && most > 1 ? 4 * Draw(2) + Draw(2) : 0;
      dim.low = std::min(pad, most - 1);
      dim.extent =
          dim.low + dim.count + (pads ? std::min(Draw(4), most - 1) : 0);
      if (Draw(6) == 0) {
        box.base += (dim.count - 1) * dim.step;
        dim.step = -dim.step;
      }
    }
    box.source_elements = step;
    return box;
  }

  std::mt19937 random_{static_cast<unsigned>(GetParam())};
};

// The index of the source element for a position of the result; -1 if there is
// none.
int64_t SourceOf(const GpuBox& box, const int64_t* at) {
  int64_t from = box.base;
  for (size_t d = 0; d < box.dims.size(); ++d) {
    const GpuBox::Dim& dim = box.dims[d];
    int64_t place = at[d] - dim.low;
    if (place < 0 || place >= dim.count) {
      const int skip = box.outside == GpuBox::Outside::kReflect;
      if (box.outside == GpuBox::Outside::kKeep ||
          box.outside == GpuBox::Outside::kFill) {
        return -1;
      }
      place = place < 0 ? -place - 1 + skip : 2 * dim.count - 1 - skip - place;
    }
    from += place * dim.step;
  }
  return from;
}

TEST_P(RandomBox, MovesEachElementToItsPlace) {
  for (int round = 0; round < 100; ++round) {
    const GpuBox box = Make();
    const auto plan = PlanBox(box, Caps());
    ASSERT_TRUE(plan.ok()) << plan.status().message();
    const int bytes = box.element_bytes;
    std::vector<uint8_t> source(box.source_elements * bytes + 16);
    for (uint8_t& byte : source) byte = static_cast<uint8_t>(Draw(256));
    int64_t count = 1;
    for (const GpuBox::Dim& dim : box.dims) count *= dim.extent;
    std::vector<uint8_t> result(count * bytes + 16, 7), expected = result;
    Machine(*plan, source).Run(&result);
    for (int64_t i = 0; i < count; ++i) {
      const int64_t rows = i / box.dims[2].extent;
      const int64_t at[] = {rows / box.dims[1].extent,
                            rows % box.dims[1].extent, i % box.dims[2].extent};
      const int64_t from = SourceOf(box, at);
      for (int k = 0; k < bytes; ++k) {
        uint8_t& byte = expected[i * bytes + k];
        if (from >= 0) {
          byte = source[from * bytes + k];
        } else if (box.outside == GpuBox::Outside::kFill) {
          byte = static_cast<uint8_t>(box.fill >> (k % 4 * 8));
        }
      }
    }
    result.resize(count * bytes);
    expected.resize(count * bytes);
    ASSERT_EQ(result, expected) << KernelOf(*plan) << ", round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomBox, ::testing::Range(1, 9));

}  // namespace
}  // namespace tflite::gpu
