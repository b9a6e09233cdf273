#include "testing/conformance/suite.h"

#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/chain.h"
#include "testing/conformance/mirror_delegate.h"
#include "testing/conformance/refusals.h"

namespace tflite {
namespace conformance {
namespace {

// A suite with a mirror delegate, which it destroys last.
class MirrorSuite {
 public:
  explicit MirrorSuite(const MirrorOptions& options)
      : delegate_(CreateMirrorDelegate(options)),
        suite_(
            [this](Interpreter& i) {
              const TfLiteStatus status =
                  i.ModifyGraphWithDelegate(delegate_.get());
              return status == kTfLiteOk || status == kTfLiteDelegateError
                         ? base::OkStatus()
                         : base::Invalid("cannot apply the mirror");
            },
            Suite::Options()) {}

  const Suite& operator*() const { return suite_; }
  const Suite* operator->() const { return &suite_; }

 private:
  TfLiteDelegateUniquePtr delegate_;
  Suite suite_;
};

Case Addition() {
  return Case("Test", "float32")
      .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
      .In(kFloat32, {2, 3})
      .In(kFloat32, {2, 3})
      .Out(kFloat32);
}

Case NegNeg() { return Chain({kTfLiteBuiltinNeg, kTfLiteBuiltinNeg}); }

base::StatusOr<Placement> RunOnMirror(const Case& c,
                                      const MirrorOptions& options) {
  return MirrorSuite(options)->Run(c);
}

TEST(Suite, FindsFullDelegation) {
  const auto placement = RunOnMirror(Addition(), {});
  ASSERT_TRUE(placement.ok()) << placement.status();
  EXPECT_TRUE(placement->delegated) << placement->reason;
}

TEST(Suite, GivesTheReasonOfARefusal) {
  MirrorOptions options;
  options.operators = {kTfLiteBuiltinMul};
  const auto placement = RunOnMirror(Addition(), options);
  ASSERT_TRUE(placement.ok()) << placement.status();
  EXPECT_FALSE(placement->delegated);
  EXPECT_EQ(placement->reason, "not among the operators to take");
}

TEST(Suite, TellsOnceThatTheDelegateCannotBeApplied) {
  const Suite absent(
      [](Interpreter& i) {
        TfLiteDelegate delegate = TfLiteDelegateCreate();
        delegate.Prepare = [](TfLiteContext* context, TfLiteDelegate*) {
          context->ReportError(context, "no device");
          return kTfLiteError;
        };
        EXPECT_EQ(i.ModifyGraphWithDelegate(&delegate), kTfLiteDelegateError);
        return base::OkStatus();
      },
      Suite::Options());
  const auto why = absent.WhyNotApplied(Addition());
  ASSERT_TRUE(why.ok()) << why.status();
  EXPECT_TRUE(base::EndsWith(*why, "no device")) << *why;
  // A partition that fails, or a node that is refused, is a matter of the case.
  MirrorOptions options;
  options.fault = MirrorFault::kInit;
  EXPECT_EQ(*MirrorSuite({})->WhyNotApplied(Addition()), "");
  options.operators = {kTfLiteBuiltinMul};
  EXPECT_EQ(*MirrorSuite(options)->WhyNotApplied(Addition()), "");
}

TEST(CasesNamed, IgnoresCase) {
  const auto cases = CasesNamed({Addition(), NegNeg()}, "ADD/test");
  ASSERT_TRUE(cases.ok()) << cases.status();
  ASSERT_EQ(cases->size(), 1u);
  EXPECT_EQ(FullName(cases->front()), "add/Test/float32");
}

TEST(CasesNamed, SuggestsTheNearestOperators) {
  const auto cases = CasesNamed({Addition(), NegNeg()}, "ADDD");
  ASSERT_FALSE(cases.ok());
  EXPECT_EQ(cases.status().message(),
            "no case has 'ADDD' in its name, such as add/Same/float32; the "
            "nearest operators are add, neg");
}

TEST(Suite, GivesTheReasonOfAPartitionThatFailed) {
  for (const MirrorFault fault :
       {MirrorFault::kInit, MirrorFault::kPrepare, MirrorFault::kInvoke}) {
    MirrorOptions options;
    options.fault = fault;
    const auto placement = RunOnMirror(Addition(), options);
    ASSERT_TRUE(placement.ok()) << placement.status();
    EXPECT_FALSE(placement->delegated);
    EXPECT_TRUE(base::StrContains(placement->reason, "asked to fail"))
        << placement->reason;
  }
}

TEST(Suite, SeveralPartitionsAreNotFullDelegation) {
  MirrorOptions options;
  options.operators = {kTfLiteBuiltinAbs};
  const auto placement = RunOnMirror(
      Chain({kTfLiteBuiltinAbs, kTfLiteBuiltinNeg, kTfLiteBuiltinAbs}),
      options);
  ASSERT_TRUE(placement.ok()) << placement.status();
  EXPECT_FALSE(placement->delegated);
}

// A delegate without kTfLiteDelegateFlagsAllowDynamicTensors is taken off the
// graph by a change of shapes. Memory lent before would do that already.
TEST(Suite, ResizesUndoTheDelegate) {
  static int prepared = 0;
  static decltype(TfLiteDelegate::Prepare) prepare = nullptr;
  prepared = 0;
  const TfLiteDelegateUniquePtr delegate = CreateMirrorDelegate({});
  ASSERT_EQ(delegate->flags, kTfLiteDelegateFlagsNone);
  prepare = delegate->Prepare;
  delegate->Prepare = [](TfLiteContext* context, TfLiteDelegate* self) {
    ++prepared;
    return prepare(context, self);
  };
  const Suite suite(
      [&](Interpreter& i) {
        EXPECT_EQ(i.ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
        return base::OkStatus();
      },
      Suite::Options());
  const auto placement = suite.Run(Addition());
  ASSERT_TRUE(placement.ok()) << placement.status();
  EXPECT_TRUE(placement->delegated) << placement->reason;
  // When applied, at the larger shapes, and at the first ones again.
  EXPECT_GE(prepared, 3);
}

TEST(Suite, SeesWrongResultsAndStrayWrites) {
  const struct {
    MirrorFault fault;
    const char* complaint;
  } kFaults[] = {{MirrorFault::kWrongResult, "elements differ"},
                 {MirrorFault::kWritesOutside, "wrote outside of output_"},
                 {MirrorFault::kWritesInput, "wrote to input_"}};
  for (const auto& f : kFaults) {
    MirrorOptions options;
    options.fault = f.fault;
    const auto placement = RunOnMirror(Addition(), options);
    ASSERT_FALSE(placement.ok()) << f.complaint;
    EXPECT_TRUE(base::StrContains(placement.status().message(), f.complaint))
        << placement.status();
  }
}

TEST(Suite, ToleranceIsTheCases) {
  MirrorOptions options;
  options.fault = MirrorFault::kWrongResult;  // changes the exponent
  EXPECT_FALSE(RunOnMirror(Addition().Within(Ulps(4)), options).ok());
  EXPECT_TRUE(RunOnMirror(Addition().Within(Near(1e30)), options).ok());
  EXPECT_TRUE(RunOnMirror(Addition().OnlyShapes(), options).ok());
}

TEST(Suite, NamesAreUniqueAndSorted) {
  Suite::Options options;
  options.random_cases = 2;
  const auto cases = Suite(nullptr, options).Cases();
  ASSERT_TRUE(cases.ok()) << cases.status();
  ASSERT_FALSE(cases->empty());
  for (size_t i = 1; i < cases->size(); ++i) {
    const Case &a = (*cases)[i - 1], &b = (*cases)[i];
    EXPECT_LT(std::make_pair(IsRandom(a), FullName(a)),
              std::make_pair(IsRandom(b), FullName(b)));
  }
}

// The mirror delegate takes all operators with a reference kernel, with correct
// results.
TEST(Suite, AllLinkedCasesPassOnTheMirror) {
  const MirrorSuite suite({});
  const auto cases = suite->Cases();
  ASSERT_TRUE(cases.ok()) << cases.status();
  for (const Case& c : *cases) {
    const auto placement = suite->Run(c);
    ASSERT_TRUE(placement.ok()) << FullName(c) << ": " << placement.status();
    EXPECT_TRUE(placement->delegated)
        << FullName(c) << ": " << placement->reason;
  }
  EXPECT_EQ(LiveMirrorKernels(), 0);
}

TEST(Refusals, RoundTripsAndFoldsWholeOperators) {
  const std::vector<std::string> names = {"abs/A/float32", "abs/B/int8",
                                          "neg/A/float32", "neg/B/int8",
                                          "neg/B/int16",   "neg/C/int16"};
  const std::string text = Refusals::Format({{"abs/A/float32", "no"},
                                             {"abs/B/int8", "no"},
                                             {"neg/B/int8", "not\nthis"},
                                             {"neg/B/int16", "nor"},
                                             {"neg/C/int16", "nor"}},
                                            names);
  EXPECT_TRUE(base::StrContains(text, "\nabs/*: no\n")) << text;
  EXPECT_TRUE(base::StrContains(text, "\nneg/*/int8: not this\n")) << text;
  EXPECT_TRUE(base::StrContains(text, "\nneg/*/int16: nor\n")) << text;
  const auto refusals = Refusals::Parse(text);
  ASSERT_TRUE(refusals.ok()) << refusals.status();
  EXPECT_EQ(*refusals->Find("abs/B/int8"), "no");
  EXPECT_EQ(*refusals->Find("neg/C/int16"), "nor");
  EXPECT_EQ(refusals->Find("neg/A/float32"), nullptr);
  EXPECT_TRUE(refusals->Unused(names).empty());
  EXPECT_EQ(refusals->Unused({"abs/A/float32"}),
            (std::vector<std::string>{"neg/*/int16", "neg/*/int8"}));
}

TEST(Refusals, BrokenAndRepeatedLinesAreErrors) {
  EXPECT_FALSE(Refusals::Parse("abs/A/float32 no").ok());
  EXPECT_FALSE(Refusals::Parse("abs/*: no\nabs/*: no\n").ok());
  EXPECT_TRUE(Refusals::Parse("# nothing\n\n").ok());
}

TEST(CheckPlacement, UnlistedWrongAndStaleRowsFail) {
  const std::string listed = "because";
  for (const bool other_release : {false, true}) {
    const auto check = [&](const Placement& p, const std::string* row) {
      return CheckPlacement(p, row, other_release).ok();
    };
    EXPECT_TRUE(check({true, "", ""}, nullptr));
    EXPECT_FALSE(check({true, "", ""}, &listed));
    EXPECT_FALSE(check({false, "because", ""}, nullptr));
    EXPECT_FALSE(check({false, "otherwise", ""}, &listed));
    EXPECT_TRUE(check({false, "because", ""}, &listed));
  }
}

TEST(CheckPlacement, OtherReleasesMayHaveMoreAndLess) {
  const std::string lacks = "this release of X lacks it", listed = "because";
  for (const bool other_release : {false, true}) {
    const auto check = [&](const Placement& p, const std::string* row) {
      return CheckPlacement(p, row, other_release).ok();
    };
    EXPECT_TRUE(check({false, lacks, ""}, &lacks));
    EXPECT_EQ(check({true, "", ""}, &lacks), other_release);
    EXPECT_EQ(check({false, "because", ""}, &lacks), other_release);
    EXPECT_EQ(check({false, lacks, ""}, nullptr), other_release);
    EXPECT_EQ(check({false, lacks, ""}, &listed), other_release);
  }
}

TEST(CheckRandomPlacement, RandomCasesMayBeRefusedButNotFail) {
  EXPECT_TRUE(CheckRandomPlacement({true, "", ""}).ok());
  EXPECT_TRUE(CheckRandomPlacement({false, "because", ""}).ok());
  EXPECT_EQ(CheckRandomPlacement({true, "", "no memory"}).message(),
            "a partition failed: no memory");
  EXPECT_FALSE(CheckRandomPlacement({false, "because", "no memory"}).ok());
}

TEST(GuardedBuffer, SeesWritesOnEitherSide) {
  GuardedBuffer buffer(5);
  EXPECT_EQ(
      reinterpret_cast<uintptr_t>(buffer.data()) % GuardedBuffer::kAlignment,
      0u);
  buffer.Fill("hello");
  EXPECT_TRUE(buffer.Intact());
  buffer.data()[5] ^= 1;
  EXPECT_FALSE(buffer.Intact());
  buffer.data()[5] ^= 1;
  buffer.data()[-1] ^= 1;
  EXPECT_FALSE(buffer.Intact());
}

}  // namespace
}  // namespace conformance
}  // namespace tflite
