// The conformance suite as a program.
//
//   conformance [a delegate's flags | --cpu] [--golden=FILE] [--filter=TEXT]
//               [--seed=N] [--random_cases=N] [--num_threads=N]
//               [--list_cases | --support_matrix | --benchmark |
//                --update_golden] [GoogleTest's flags]
//
// Without one of the four modes every case is a test, which fails where the
// delegate's results are not the reference's, or where it leaves a case to the
// CPU that FILE does not list with the same reason.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/log.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/modes.h"
#include "testing/conformance/refusals.h"
#include "testing/conformance/suite.h"
#include "testing/delegate_under_test.h"

namespace tflite {
namespace conformance {
namespace {

struct Arguments {
  bool cpu = false;
  std::string golden, filter;
  int32_t seed = 1, random_cases = 0;
  bool list_cases = false, support_matrix = false, benchmark = false,
       update_golden = false;
};

std::vector<Flag> CreateFlags(Arguments* out) {
  return {
      Flag::CreateFlag("cpu", &out->cpu, "Looks at the CPU's fast kernels."),
      Flag::CreateFlag("golden", &out->golden,
                       "The cases that the delegate leaves to the CPU."),
      Flag::CreateFlag("filter", &out->filter,
                       "Takes only cases with this text in their names."),
      Flag::CreateFlag("seed", &out->seed, "Of all contents and random cases."),
      Flag::CreateFlag("random_cases", &out->random_cases,
                       "Random cases an operator family."),
      Flag::CreateFlag("list_cases", &out->list_cases,
                       "Prints operator, type and name of each case."),
      Flag::CreateFlag("support_matrix", &out->support_matrix,
                       "Prints how many cases of each operator and type the "
                       "delegate takes."),
      Flag::CreateFlag("benchmark", &out->benchmark,
                       "Prints nanoseconds an invoke."),
      Flag::CreateFlag("update_golden", &out->update_golden,
                       "Writes the file that --golden names."),
  };
}

// What all tests share.
struct Session {
  DelegateUnderTest delegate;
  Arguments arguments;
  std::unique_ptr<Suite> suite;
  std::vector<Case> cases;
  Refusals refusals;
};

class CaseTest : public ::testing::Test {
 public:
  CaseTest(const Session& session, const Case& c) : session_(session), c_(c) {}

  void TestBody() override {
    const auto placement = session_.suite->Run(c_);
    ASSERT_TRUE(placement.ok()) << placement.status().message();
    if (session_.arguments.cpu || IsRandom(c_)) return;
    const Status status =
        CheckPlacement(*placement, session_.refusals.Find(FullName(c_)));
    EXPECT_TRUE(status.ok()) << FullName(c_) << " " << status.message();
  }

 private:
  const Session& session_;
  const Case& c_;
};

class RefusalsTest : public ::testing::Test {
 public:
  explicit RefusalsTest(const Session& session) : session_(session) {}

  void TestBody() override {
    std::vector<std::string> names;
    for (const Case& c : session_.cases) names.push_back(FullName(c));
    for (const std::string& row : session_.refusals.Unused(names)) {
      ADD_FAILURE() << session_.arguments.golden << ": there is no case "
                    << row;
    }
  }

 private:
  const Session& session_;
};

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

Status ReadRefusals(const Arguments& arguments, Refusals* out) {
  if (arguments.golden.empty() || arguments.update_golden) return OkStatus();
  std::ifstream in(arguments.golden);
  if (!in) return Invalid("cannot open ", arguments.golden);
  auto refusals = Refusals::Parse({std::istreambuf_iterator<char>(in), {}});
  if (!refusals.ok()) return Annotate(refusals.status(), arguments.golden);
  *out = *std::move(refusals);
  return OkStatus();
}

Status Start(Session& session) {
  const Arguments& arguments = session.arguments;
  const bool has_delegate = !session.delegate.Create().empty();
  if (has_delegate == arguments.cpu && !arguments.list_cases) {
    return Invalid("want the flags of one delegate, or --cpu");
  }
  if (arguments.update_golden && arguments.golden.empty()) {
    return Invalid("--update_golden wants --golden too");
  }
  Suite::Options options;
  options.seed = static_cast<uint64_t>(arguments.seed);
  options.random_cases = arguments.random_cases;
  options.num_threads =
      std::max(1, session.delegate.params().Get<int32_t>("num_threads"));
  Suite::Apply apply;
  if (has_delegate) {
    apply = [&session](Interpreter& i) { return session.delegate.Apply(i); };
  }
  session.suite = std::make_unique<Suite>(std::move(apply), options);
  TFLL_ASSIGN_OR_RETURN(session.cases, session.suite->Cases());
  session.cases.erase(std::remove_if(session.cases.begin(), session.cases.end(),
                                     [&](const Case& c) {
                                       return !absl::StrContains(
                                           FullName(c), arguments.filter);
                                     }),
                      session.cases.end());
  if (session.cases.empty()) return Invalid("there are no such cases");
  return ReadRefusals(arguments, &session.refusals);
}

int Main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  // Thousands of interpreters would each say what was applied.
  SetMinLogLevel(LogLevel::kError);
  Session session;
  Arguments& arguments = session.arguments;
  std::vector<Flag> flags = CreateFlags(&arguments);
  for (Flag& f : session.delegate.CreateFlags()) flags.push_back(std::move(f));
  const bool parsed =
      Flags::Parse(&argc, const_cast<const char**>(argv), flags);
  if (!parsed || argc > 1 || session.delegate.params().Get<bool>("help")) {
    if (argc > 1) std::fprintf(stderr, "unknown argument %s\n", argv[1]);
    std::fprintf(stderr, "%s\n", Flags::Usage(argv[0], flags).c_str());
    return 2;
  }
  const Status status = Start(session);
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    return 2;
  }
  const Suite& suite = *session.suite;
  if (arguments.list_cases) return ListCases(session.cases);
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
