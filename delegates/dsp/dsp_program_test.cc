// Programs in the memory of a DSP: what they refuse, and what they tell a
// profiler.
#include "delegates/dsp/dsp_program.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/dsp/testing/program_digest.h"
#include "delegates/dsp/testing/test_delegates.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/profiling/profiler.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::dsp {
namespace {

using conformance::Case;
using conformance::ExpectSame;
using conformance::NodesLeft;
using conformance::Prepared;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

constexpr uint32_t kBytes = 100;

// Two steps: a table's values for those of tensor 0, and again for these, to
// tensor 1.
DspGraph TwoSteps() {
  const auto step = [](uint32_t from, uint32_t to, int node) -> DspStep {
    const MapParams p = {{from, kBytes}, {to, kBytes}, {3, 256}, kBytes};
    const auto* begin = reinterpret_cast<const uint8_t*>(&p);
    return {Opcode::kMap,
            {begin, begin + sizeof(p)},
            {offsetof(MapParams, input), offsetof(MapParams, output),
             offsetof(MapParams, table)},
            0,
            node};
  };
  using Kind = DspValue::Kind;
  DspGraph graph;
  graph.values = {{Kind::kInput, kBytes, 0, {}},
                  {Kind::kInner, kBytes, -1, {}},
                  {Kind::kOutput, kBytes, 1, {}},
                  {Kind::kConstant, 256, -1, std::vector<uint8_t>(256)}};
  graph.steps = {step(0, 1, 0), step(1, 2, 1)};
  graph.nodes = {"first", "second"};
  return graph;
}

// On a DSP with 1 MiB that computes nothing.
StatusOr<std::unique_ptr<PartitionProgram>> Placed(DspGraph graph) {
  DspOptions options;
  options.memory_bytes = 1 << 20;
  TFLL_ASSIGN_OR_RETURN(
      auto device,
      DspDevice::Open(std::make_unique<IdleTransport>(1), options));
  return DspProgram::Create(std::make_shared<DspDevices>(options),
                            std::move(device), std::move(graph));
}

TEST(DspProgram, ChecksAllSteps) {
  EXPECT_TRUE(Placed(TwoSteps()).ok());
  DspGraph graph = TwoSteps();
  graph.values[2].bytes = 99;
  const auto program = Placed(std::move(graph));
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.status().message(),
            "step 1, of 'second': a step reaches outside of the shared memory");
}

// A constant of 4 GiB and some bytes, by its size in 32 bits.
TEST(DspProgram, RefusesConstantsThatDoNotFit) {
  DspGraph graph = TwoSteps();
  graph.values[3].data.resize(1 << 20);
  const auto program = Placed(std::move(graph));
  ASSERT_TRUE(base::IsResourceExhausted(program.status()));
  EXPECT_THAT(program.status().message(),
              HasSubstr("constants of the partition from 'first' to 'second'"));
}

TEST(DspProgram, RefusesValuesThatDoNotFit) {
  DspGraph graph = TwoSteps();
  graph.values[1].bytes = 1 << 20;
  const auto program = Placed(std::move(graph));
  ASSERT_TRUE(base::IsResourceExhausted(program.status()));
  EXPECT_THAT(program.status().message(),
              HasSubstr("values of the partition from 'first' to 'second'"));
}

// Of the input, then of the output.
TEST(DspProgram, WantsTheTensorsItWasMadeFor) {
  const auto program = Placed(TwoSteps());
  ASSERT_TRUE(program.ok()) << program.status();
  for (int i = 0; i < 2; ++i) {
    char data[kBytes];
    TfLiteTensor tensors[2] = {};
    for (TfLiteTensor& tensor : tensors) {
      tensor.bytes = kBytes;
      tensor.data.data = data;
    }
    TfLiteContext context = {};
    context.tensors = tensors;
    context.tensors_size = 2;
    const auto error = [&] {
      return std::string((*program)->Run(&context).message());
    };
    // Whatever it is asked, this DSP answers that it is attached.
    EXPECT_THAT(error(), HasSubstr("an idle DSP refused step"));
    tensors[i].bytes = kBytes - 1;
    EXPECT_EQ(error(), "tensor '' has 99 bytes in place of 100");
    tensors[i].name = "short";
    EXPECT_EQ(error(), "tensor 'short' has 99 bytes in place of 100");
    tensors[i].bytes = kBytes;
    tensors[i].data.data = nullptr;
    EXPECT_EQ(error(), "tensor 'short' has 100 bytes in place of 100");
  }
}

// What delegates measured, as "step: name".
class Recorder : public Profiler {
 public:
  uint32_t BeginEvent(const char*, EventType, int64_t, int64_t) override {
    return 0;
  }
  void EndEvent(uint32_t) override {}
  void AddEvent(const char* tag, EventType type, uint64_t, int64_t step,
                int64_t) override {
    if (type == EventType::DELEGATE_PROFILED_OPERATOR_INVOKE_EVENT) {
      events.push_back(std::to_string(step) + ": " + tag);
    }
  }

  std::vector<std::string> events;
};

// A node of two steps, and one of one.
Case Joined() {
  const conformance::Elements e = conformance::kInt8;
  return Case("Joined", "int8")
      .Op(kTfLiteBuiltinConcatenation, TfLiteConcatenationParams{})
      .In(e, {2, 37})
      .In(e, {3, 37})
      .Inner(e)
      .Op(kTfLiteBuiltinRelu)
      .Same(2)
      .Out(e)
      .Within(conformance::Exact());
}

// What is measured in a run whose results are those of the CPU; `names` are
// set to those of the nodes' results.
std::vector<std::string> Measured(const DelegatePtr& delegate,
                                  std::vector<std::string>* names = nullptr) {
  Recorder recorder;
  const Case c = Joined();
  const auto run = Prepared(c, delegate.get());
  ExpectSame(c, *run);
  EXPECT_EQ(NodesLeft(run->interpreter()), 0);
  for (int i = 2; names != nullptr && i < 4; ++i) {
    names->push_back(run->interpreter().tensor(i)->name);
  }
  run->interpreter().SetProfiler(&recorder);
  ExpectSame(c, *run, /*before=*/2);
  EXPECT_EQ(NodesLeft(run->interpreter()), 0);
  return recorder.events;
}

class DspProfile : public ::testing::TestWithParam<DspBackend> {};

TEST_P(DspProfile, HasEachNode) {
  DspOptions options;
  options.backend = GetParam();
  options.profile = true;
  std::vector<std::string> names;
  const std::vector<std::string> events = Measured(Create(options), &names);
  ASSERT_NE(names[0], names[1]);
  const std::string counts =
      GetParam() == DspBackend::kNative
          ? ""
          : "[0-9]+ packets, [0-9]+ instructions, [0-9]+ of vectors: ";
  const auto first = MatchesRegex("0: " + counts + names[0]);
  const auto second = MatchesRegex("1: " + counts + names[1]);
  EXPECT_THAT(events, ElementsAre(first, second, first, second));
}

TEST_P(DspProfile, IsEmptyUnlessAskedFor) {
  EXPECT_THAT(Measured(On(GetParam())), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Guests, DspProfile, BothGuests(), GuestName);

// On whatever is there.
TEST(HexagonFunctions, PassOnTheProfile) {
  TfLiteHexagonDelegateOptions options = TfLiteHexagonDelegateOptionsDefault();
  options.print_graph_profile = true;
  const DelegatePtr delegate(TfLiteHexagonDelegateCreate(&options),
                             TfLiteHexagonDelegateDelete);
  EXPECT_EQ(Measured(delegate).size(), 4u);
}

}  // namespace
}  // namespace tflite::dsp
