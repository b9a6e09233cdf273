// Operands whose invalid values are detected only in a run: the model must fail
// with the CPU's error.
#include <string>
#include <vector>

#include "delegates/gpu/tests/on_back_ends.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::CaseRun;
using conformance::Elements;
using conformance::kFloat32;
using conformance::kInt32;
using conformance::kInt64;
using conformance::kPlainInt8;
using conformance::NodesLeft;
using ::testing::HasSubstr;

constexpr double kAboveWord =
    4294967296.0 + 1;  // its low word is a valid index

// Picks from four rows of `width` elements.
Case Rows(const Elements& e, const Elements& indices, int width,
          const std::vector<double>& picks) {
  TfLiteGatherParams params{};
  return Case("Rows", e.name)
      .Op(kTfLiteBuiltinGather, params)
      .In(e, {4, width})
      .In(indices, {static_cast<int>(picks.size())}, picks)
      .Out(e);
}

Case Elements2d(const Elements& e, const Elements& indices,
                const std::vector<double>& picks) {
  return Case("Elements", e.name)
      .Op(kTfLiteBuiltinGatherNd)
      .In(e, {4, 5})
      .In(indices, {static_cast<int>(picks.size() / 2), 2}, picks)
      .Out(e);
}

Case Embedding(const std::vector<double>& ids) {
  return Case("Embedding", "float32")
      .Op(kTfLiteBuiltinEmbeddingLookup)
      .In(kInt32, {static_cast<int>(ids.size())}, ids)
      .In(kFloat32, {4, 3})
      .Out(kFloat32);
}

Case Scatter(const Elements& e, const Elements& indices,
             const std::vector<double>& picks) {
  const auto count = static_cast<int>(picks.size());
  return Case("Scatter", e.name)
      .Op(kTfLiteBuiltinScatterNd)
      .In(indices, {count, 1}, picks)
      .In(e, {count, 3})
      .List({5, 3})
      .Out(e);
}

Case Segments(const Elements& ids, const std::vector<double>& of) {
  return Case("Segments", "int32")
      .Op(kTfLiteBuiltinUnsortedSegmentMax)
      .In(kInt32, {static_cast<int>(of.size()), 2})
      .In(ids, {static_cast<int>(of.size())}, of)
      .Const(kInt32, {}, {4})
      .Out(kInt32);
}

Case Sequences(const Elements& e, const Elements& lengths,
               const std::vector<double>& of) {
  return Case("Sequences", e.name)
      .Op(kTfLiteBuiltinReverseSequence, TfLiteReverseSequenceParams{1, 0})
      .In(e, {static_cast<int>(of.size()), 4, 3})
      .In(lengths, {static_cast<int>(of.size())}, of)
      .Out(e);
}

// Replaces a part of a [4, 6] tensor by `update`.
Case Update(const Elements& e, const std::vector<int>& update,
            const std::vector<double>& start) {
  return Case("Update", e.name)
      .Op(kTfLiteBuiltinDynamicUpdateSlice)
      .In(e, {4, 6})
      .In(e, update)
      .In(kInt64, {2}, start)
      .Out(e);
}

class GpuFaults : public OnBackEnds {
 protected:
  void SetUp() override {
    OnBackEnds::SetUp();
    if (!IsSkipped()) delegate_ = Make();
  }

  // Checks that the run fails with the CPU's error and that the report has the
  // device's reason.
  void ExpectFault(const Case& c,
                   const std::string& why = "an index is out of range") {
    const auto run = conformance::Prepared(c, delegate_.get());
    EXPECT_EQ(NodesLeft(run->interpreter()), 0);
    const auto reference = conformance::Prepared(c, nullptr);
    const Status want = reference->Invoke().status();
    const Status got = run->Invoke().status();
    ASSERT_FALSE(want.ok());
    ASSERT_FALSE(got.ok());
    // The kernel's message and its node.
    const std::string message(want.message());
    const size_t begin = message.find(": ");
    ASSERT_NE(begin, std::string::npos) << message;
    EXPECT_THAT(std::string(got.message()),
                HasSubstr(message.substr(begin + 2)));
    EXPECT_THAT(conformance::Refusals(run->interpreter()), HasSubstr(why));
  }

  void ExpectRight(const Case& c) {
    const auto run = conformance::Prepared(c, delegate_.get());
    conformance::ExpectSame(c, *run);
    EXPECT_EQ(NodesLeft(run->interpreter()), 0);
  }

  GpuDelegatePtr delegate_ = Owned(nullptr);
};

TEST_P(GpuFaults, IndicesInRangeAreNone) {
  ExpectRight(Rows(kFloat32, kInt32, 3, {3, 0, 3}));
  ExpectRight(Rows(kFloat32, kInt64, 4, {3, 0, 3}));
  ExpectRight(Rows(kPlainInt8, kInt64, 3, {3, 0, 3}));
  ExpectRight(Elements2d(kFloat32, kInt32, {3, 4, 0, 0}));
  ExpectRight(Embedding({3, 0}));
}

TEST_P(GpuFaults, GatherBeyondTheAxis) {
  ExpectFault(Rows(kFloat32, kInt32, 3, {0, 4, 1}));
  ExpectFault(Rows(kFloat32, kInt32, 4, {0, 1, -1}));
  ExpectFault(Rows(kPlainInt8, kInt32, 3, {7, 0, 1}));
}

TEST_P(GpuFaults, ConstantIndicesAreKnownBefore) {
  for (const double index : {-1, 4}) {
    const Case c = Case("Constant", "float32")
                       .Op(kTfLiteBuiltinGather, TfLiteGatherParams{0, 0})
                       .In(kFloat32, {4, 3})
                       .Const(kInt32, {2}, {3, index})
                       .Out(kFloat32);
    const auto run = conformance::Prepared(c, delegate_.get());
    EXPECT_EQ(NodesLeft(run->interpreter()), 1);
    EXPECT_THAT(conformance::Refusals(run->interpreter()),
                HasSubstr("is out of range"));
  }
}

TEST_P(GpuFaults, GatherByIndicesOf64Bits) {
  ExpectFault(Rows(kFloat32, kInt64, 3, {0, kAboveWord}));
  ExpectFault(Rows(kFloat32, kInt64, 4, {0, -1}));
}

TEST_P(GpuFaults, GatherNdBeyondADimension) {
  ExpectFault(Elements2d(kFloat32, kInt32, {0, 5, 1, 1}));
  ExpectFault(Elements2d(kFloat32, kInt32, {1, 1, 4, 0}));
  ExpectFault(Elements2d(kPlainInt8, kInt64, {1, 1, 0, kAboveWord}));
}

TEST_P(GpuFaults, EmbeddingBeyondTheTable) { ExpectFault(Embedding({1, 4})); }

TEST_P(GpuFaults, PlacesInRangeAreNone) {
  ExpectRight(Scatter(kFloat32, kInt64, {4, 0, 4}));
  ExpectRight(Scatter(kPlainInt8, kInt32, {4, 0, 4}));
  ExpectRight(Segments(kInt64, {3, -1, 3, 0}));
  ExpectRight(Sequences(kFloat32, kInt64, {4, 0, 3}));
  ExpectRight(Sequences(kInt64, kInt32, {4, 0, 3}));
}

TEST_P(GpuFaults, ScatterBeyondTheOutput) {
  ExpectFault(Scatter(kFloat32, kInt32, {4, 5}));
  ExpectFault(Scatter(kPlainInt8, kInt32, {-1, 0}));
  ExpectFault(Scatter(kInt32, kInt64, {kAboveWord, 0}));
}

TEST_P(GpuFaults, SegmentsThatThereAreNot) {
  ExpectFault(Segments(kInt32, {0, 4}));
  ExpectFault(Segments(kInt64, {0, kAboveWord}));
}

TEST_P(GpuFaults, SequencesThatAreTooShort) {
  const std::string why = "the length of a sequence is out of range";
  ExpectFault(Sequences(kFloat32, kInt32, {4, 5}), why);
  ExpectFault(Sequences(kPlainInt8, kInt32, {-1, 4}), why);
  ExpectFault(Sequences(kInt64, kInt64, {kAboveWord, 4}), why);
}

// Start indices are clamped so that the update lies inside.
TEST_P(GpuFaults, UpdatesThatBeginOutsideAreNone) {
  for (const Elements& e : {kFloat32, kPlainInt8, kInt64}) {
    ExpectRight(Update(e, {2, 3}, {1, 2}));
    ExpectRight(Update(e, {2, 4}, {-1, 5}));
    ExpectRight(Update(e, {1, 6}, {kAboveWord, 0}));
    ExpectRight(Update(e, {3, 2}, {-kAboveWord, kAboveWord}));
  }
}

INSTANTIATE_TEST_SUITE_P(All, GpuFaults, AllGpuBackEnds(), GpuBackEndName);

}  // namespace
}  // namespace tflite::gpu
