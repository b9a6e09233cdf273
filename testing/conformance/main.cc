// Runs the conformance suite.
//
//   conformance [a delegate's flags | --cpu] [--golden=FILE] [--filter=TEXT]
//               [--seed=N] [--random_cases=N] [--num_threads=N]
//               [--sample=N] [--sample_with=FILE] [--half_precision]
//               [--least_cases=N]
//               [--list_cases | --support_matrix | --benchmark |
//                --update_golden] [GoogleTest's flags]
//
// Without one of the four modes every case is a test. A test fails if the
// delegate's results differ from the reference's, or if the delegate leaves the
// case to the CPU and FILE does not list it with the same reason. If the
// machine lacks what the delegate needs (DelegateProvider::MissingDevice), one
// test is skipped with the reason; with --least_cases it fails. If the delegate
// cannot be applied at all for another reason, one test fails with it, instead
// of all. --gtest_brief=0 prints the names of tests that pass.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/modes.h"
#include "testing/conformance/refusals.h"
#include "testing/conformance/suite.h"
#include "testing/delegate_under_test.h"
#include "testing/sample.h"

namespace tflite {
namespace conformance {
namespace {

struct Arguments {
  bool cpu = false;
  std::string golden, filter, sample_with;
  int32_t seed = 1, random_cases = 0, sample = 0, least_cases = 0;
  bool list_cases = false, support_matrix = false, benchmark = false,
       update_golden = false;
  bool half_precision = false, other_release = false;
};

std::vector<Flag> CreateFlags(Arguments* out) {
  return {
      Flag::CreateFlag("cpu", &out->cpu, "Looks at the CPU's fast kernels."),
      Flag::CreateFlag("golden", &out->golden,
                       "The cases that the delegate leaves to the CPU."),
      Flag::CreateFlag(
          "filter", &out->filter,
          "Takes only cases with this text in their names, in upper "
          "or lower case."),
      Flag::CreateFlag("seed", &out->seed, "Of all contents and random cases."),
      Flag::CreateFlag("random_cases", &out->random_cases,
                       "Random cases an operator family."),
      Flag::CreateFlag(
          "sample", &out->sample,
          "Cases an operator, at least one of each type, chosen by "
          "the seed; 0: all."),
      Flag::CreateFlag("least_cases", &out->least_cases,
                       "Fails where there are fewer."),
      Flag::CreateFlag("sample_with", &out->sample_with,
                       "A file of cases that each sample has, a name a line."),
      Flag::CreateFlag("half_precision", &out->half_precision,
                       "Allows what storing FLOAT32 tensors at half precision "
                       "loses, and has contents that lose nothing."),
      Flag::CreateFlag("list_cases", &out->list_cases,
                       "Prints operator, type and name of each case."),
      Flag::CreateFlag("support_matrix", &out->support_matrix,
                       "Prints how many cases of each operator and type the "
                       "delegate takes."),
      Flag::CreateFlag("benchmark", &out->benchmark,
                       "Prints nanoseconds an invoke."),
      Flag::CreateFlag(
          "update_golden", &out->update_golden,
          "Runs all cases and writes the file that --golden names."),
      Flag::CreateFlag("other_release", &out->other_release,
                       "The delegate's library is not the one with which "
                       "--golden was recorded: what that one lacks may be "
                       "delegated, and what this one lacks may be refused."),
  };
}

// State shared by all tests.
struct Session {
  DelegateUnderTest delegate;
  Arguments arguments;
  std::unique_ptr<Suite> suite;
  std::vector<Case> cases;
  std::vector<std::string> all_names;  // also of cases that are not run
  Refusals refusals;
};

class CaseTest : public ::testing::Test {
 public:
  CaseTest(const Session& session, const Case& c) : session_(session), c_(c) {}

  void TestBody() override {
    const base::Status status = Check();
    if (!status.ok()) ADD_FAILURE() << FullName(c_) << ": " << status.message();
  }

 private:
  base::Status Check() const {
    TFLL_ASSIGN_OR_RETURN(const Placement placement, session_.suite->Run(c_));
    if (session_.arguments.cpu) return base::OkStatus();
    if (IsRandom(c_)) return CheckRandomPlacement(placement);
    return CheckPlacement(placement, session_.refusals.Find(FullName(c_)),
                          session_.arguments.other_release);
  }

  const Session& session_;
  const Case& c_;
};

class RefusalsTest : public ::testing::Test {
 public:
  explicit RefusalsTest(const Session& session) : session_(session) {}

  void TestBody() override {
    for (const std::string& row :
         session_.refusals.Unused(session_.all_names)) {
      ADD_FAILURE() << session_.arguments.golden << ": there is no case "
                    << row;
    }
  }

 private:
  const Session& session_;
};

class MissingDeviceTest : public ::testing::Test {
 public:
  MissingDeviceTest(std::string what, bool is_required)
      : what_(std::move(what)), is_required_(is_required) {}

  void TestBody() override {
    if (is_required_) FAIL() << "not run: " << what_;
    GTEST_SKIP() << "not run: " << what_;
  }

 private:
  const std::string what_;
  const bool is_required_;
};

int RunNothing(const std::string& missing, bool is_required) {
  ::testing::RegisterTest("Delegate", "HasADevice", nullptr, nullptr, __FILE__,
                          __LINE__, [=]() -> ::testing::Test* {
                            return new MissingDeviceTest(missing, is_required);
                          });
  return RUN_ALL_TESTS();
}

void RegisterTests(const Session& session) {
  for (const Case& c : session.cases) {
    ::testing::RegisterTest(
        OperatorName(c).c_str(), (c.id() + "/" + c.type()).c_str(), nullptr,
        nullptr, __FILE__, __LINE__, [&session, &c]() -> ::testing::Test* {
          return new CaseTest(session, c);
        });
  }
  if (session.arguments.golden.empty() || !session.arguments.filter.empty()) {
    return;
  }
  ::testing::RegisterTest(
      "Golden", "HasNoUnusedRows", nullptr, nullptr, __FILE__, __LINE__,
      [&session]() -> ::testing::Test* { return new RefusalsTest(session); });
}

base::StatusOr<std::string> ReadFile(const std::string& path) {
  std::ifstream in(path);
  if (!in) return base::Invalid("cannot open ", path);
  return std::string{std::istreambuf_iterator<char>(in), {}};
}

base::Status ReadRefusals(const Arguments& arguments, Refusals* out) {
  if (arguments.golden.empty() || arguments.update_golden)
    return base::OkStatus();
  TFLL_ASSIGN_OR_RETURN(const std::string text, ReadFile(arguments.golden));
  auto refusals = Refusals::Parse(text);
  if (!refusals.ok())
    return base::Annotate(refusals.status(), arguments.golden);
  *out = *std::move(refusals);
  return base::OkStatus();
}

base::Status TakeSample(Session& session) {
  const Arguments& arguments = session.arguments;
  // The file lists all cases, even if tests run a sample.
  if (arguments.sample <= 0 || arguments.update_golden) return base::OkStatus();
  std::set<std::string> always;
  if (!arguments.sample_with.empty()) {
    TFLL_ASSIGN_OR_RETURN(const std::string text,
                          ReadFile(arguments.sample_with));
    always = LinesOf(text);
  }
  const size_t all = session.cases.size();
  session.cases = SampleOfCases(std::move(session.cases), arguments.sample,
                                static_cast<uint64_t>(arguments.seed), always);
  std::printf("a sample of %zu of %zu cases: --sample=%d --seed=%d\n",
              session.cases.size(), all, arguments.sample, arguments.seed);
  return base::OkStatus();
}

base::Status Start(Session& session) {
  const Arguments& arguments = session.arguments;
  const bool has_delegate = !session.delegate.Create().empty();
  if (has_delegate == arguments.cpu && !arguments.list_cases) {
    return base::Invalid("want the flags of one delegate, or --cpu");
  }
  if (arguments.update_golden && arguments.golden.empty()) {
    return base::Invalid("--update_golden wants --golden too");
  }
  if (arguments.update_golden && arguments.other_release) {
    return base::Invalid("--update_golden wants the library of the record");
  }
  if (arguments.update_golden && !arguments.filter.empty()) {
    return base::Invalid("--update_golden takes all cases, so no --filter");
  }
  Suite::Options options;
  options.seed = static_cast<uint64_t>(arguments.seed);
  options.random_cases = arguments.random_cases;
  options.half_precision = arguments.half_precision;
  options.num_threads =
      std::max(1, session.delegate.params().Get<int32_t>("num_threads"));
  Suite::Apply apply;
  if (has_delegate) {
    apply = [&session](Interpreter& i) { return session.delegate.Apply(i); };
  }
  session.suite = std::make_unique<Suite>(std::move(apply), options);
  TFLL_ASSIGN_OR_RETURN(session.cases, session.suite->Cases());
  TFLL_ASSIGN_OR_RETURN(session.cases,
                        CasesNamed(std::move(session.cases), arguments.filter));
  for (const Case& c : session.cases) session.all_names.push_back(FullName(c));
  TFLL_RETURN_IF_ERROR(TakeSample(session));
  if (arguments.filter.empty() &&
      static_cast<int>(session.cases.size()) < arguments.least_cases) {
    return base::Invalid("--least_cases: ", session.cases.size(),
                         " are too few");
  }
  return ReadRefusals(arguments, &session.refusals);
}

// Why the delegate cannot be applied to the first and the last case; empty if
// it can.
base::StatusOr<std::string> WhyNotApplied(const Session& session) {
  if (session.arguments.cpu) return std::string();
  std::string why;
  for (const Case* c : {&session.cases.front(), &session.cases.back()}) {
    TFLL_ASSIGN_OR_RETURN(why, session.suite->WhyNotApplied(*c));
    if (why.empty()) break;
  }
  return why;
}

int Main(int argc, char** argv) {
  // Thousands of cases pass; --gtest_brief=0 prints their names.
  GTEST_FLAG_SET(brief, true);
  ::testing::InitGoogleTest(&argc, argv);
  // Otherwise thousands of interpreters would log which delegates they applied.
  base::SetMinLogLevel(base::LogLevel::kError);
  Session session;
  Arguments& arguments = session.arguments;
  std::vector<Flag> flags = CreateFlags(&arguments);
  for (Flag& f : session.delegate.CreateFlags()) flags.push_back(std::move(f));
  const bool parsed =
      Flags::Parse(&argc, const_cast<const char**>(argv), flags);
  if (!parsed || argc > 1 || session.delegate.params().Get<bool>("help")) {
    Flags::RefuseUnconsumed(argc, const_cast<const char**>(argv), flags);
    std::fprintf(stderr, "%s\n", Flags::Usage(argv[0], flags).c_str());
    return 2;
  }
  if (!arguments.list_cases) {
    const std::string missing = session.delegate.MissingDevices();
    if (!missing.empty()) return RunNothing(missing, arguments.least_cases > 0);
  }
  const base::Status status = Start(session);
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    return 2;
  }
  const Suite& suite = *session.suite;
  if (arguments.list_cases) return ListCases(session.cases);
  const auto why = WhyNotApplied(session);
  // An error is that of a case, which its test reports.
  if (why.ok() && !why->empty()) return RunNothing(*why, /*is_required=*/true);
  if (arguments.support_matrix) return PrintSupportMatrix(suite, session.cases);
  if (arguments.benchmark) return Benchmark(suite, session.cases);
  if (arguments.update_golden) {
    return UpdateGolden(suite, session.cases, arguments.golden);
  }
  RegisterTests(session);
  return RUN_ALL_TESTS();
}

}  // namespace
}  // namespace conformance
}  // namespace tflite

int main(int argc, char** argv) {
  return tflite::conformance::Main(argc, argv);
}
