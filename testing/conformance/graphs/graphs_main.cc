// Tests graphs with several nodes on a delegate.
//
//   graphs [a delegate's flags] [--graphs=N] [--first_seed=N] [--quantized]
//          [--least_run=N] [GoogleTest's flags]
//
// Runs small graphs whose partitions are known (partition_cases.cc), tests of
// delegates shared by interpreters (sharing_cases.cc), and N random graphs by
// seed (random_graph.h). Random graphs run in another process, so that a crash
// is a failure like any other. To repeat one of them:
//
//   graphs FLAGS --gtest_filter=RandomGraphs.Seed17 --first_seed=17
//
// Without a delegate's flags, random graphs run on the fast kernels. With them,
// the program fails if the machine lacks what the delegate needs, or if fewer
// than --least_run tests of partitions and of sharing were run, because the
// delegate takes none of their nodes; with --least_run=0, they are skipped with
// the reason.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/graphs/graph_worker.h"
#include "testing/conformance/graphs/random_graph.h"
#include "testing/conformance/graphs/tested_delegate.h"
#include "testing/conformance/suite.h"
#include "testing/delegate_under_test.h"

namespace tflite {
namespace conformance {
namespace {

// What takes longer hangs, even on a slow and busy machine.
constexpr int kSecondsAGraph = 600;

struct Arguments {
  int32_t graphs = 100, first_seed = 1;
  int32_t least_run = 1, worker = -1;
  bool quantized = false;
};

std::vector<Flag> CreateFlags(Arguments* out) {
  return {
      Flag::CreateFlag("graphs", &out->graphs, "Random graphs to run."),
      Flag::CreateFlag("first_seed", &out->first_seed,
                       "The seed of the first of them."),
      Flag::CreateFlag("quantized", &out->quantized,
                       "Random graphs of INT8 and UINT8 alone, for delegates "
                       "that take no floats."),
      Flag::CreateFlag("least_run", &out->least_run,
                       "Fails if a delegate runs fewer tests of partitions and "
                       "of sharing, unless there is a filter; 0: they may all "
                       "be skipped, also for want of a device."),
      Flag::CreateFlag(GraphWorker::kFlag, &out->worker,
                       "Of the program itself."),
  };
}

// In every third graph, the delegate must not take two random nodes, which
// divides the graph.
std::string DeniedNodes(uint64_t seed, const Case& c) {
  if (seed % 3 != 0) return "";
  Random random(seed + 1);
  const auto last = static_cast<int64_t>(c.graphs()[0].nodes.size()) - 1;
  return base::StrCat("#", random.Int(0, last), ",#", random.Int(0, last));
}

base::Status RunGraph(DelegateUnderTest& delegate, uint64_t seed,
                      bool quantized) {
  const Case c = RandomGraph(seed, quantized);
  delegate.params().Set<std::string>("delegate_deny_nodes",
                                     DeniedNodes(seed, c));
  Suite::Options options;
  options.seed = seed;
  options.num_threads = seed % 5 == 0 ? 3 : 1;
  Suite::Apply apply;
  if (!delegate.Create().empty()) {
    apply = [&delegate](Interpreter& i) { return delegate.Apply(i); };
  }
  TFLL_ASSIGN_OR_RETURN(const Placement placement,
                        Suite(std::move(apply), options).Run(c));
  return CheckRandomPlacement(placement);
}

class RandomGraphTest : public ::testing::Test {
 public:
  RandomGraphTest(GraphWorker* worker, uint64_t seed, bool quantized)
      : worker_(worker), seed_(seed), quantized_(quantized) {}

  void TestBody() override {
    const base::Status status = worker_->Run(seed_);
    EXPECT_TRUE(status.ok())
        << "graph " << seed_ << ": " << status.message() << "\n"
        << DescribeGraph(RandomGraph(seed_, quantized_));
  }

 private:
  GraphWorker* const worker_;
  const uint64_t seed_;
  const bool quantized_;
};

class MissingDeviceTest : public ::testing::Test {
 public:
  explicit MissingDeviceTest(std::string what) : what_(std::move(what)) {}
  void TestBody() override { GTEST_SKIP() << "not run: " << what_; }

 private:
  const std::string what_;
};

int SkipAll(const std::string& missing) {
  ::testing::GTEST_FLAG(filter) = "Delegate.HasADevice";
  ::testing::RegisterTest("Delegate", "HasADevice", nullptr, nullptr, __FILE__,
                          __LINE__, [missing]() -> ::testing::Test* {
                            return new MissingDeviceTest(missing);
                          });
  return RUN_ALL_TESTS();
}

// Runs all tests; fails also if the delegate ran too few of those that expect
// it to take nodes.
int RunOnDelegate(int least_run) {
  const bool is_whole = GTEST_FLAG_GET(filter) == "*";
  const int result = RUN_ALL_TESTS();
  const int run = OnTestedDelegate::started();
  if (result != 0 || !is_whole || run >= least_run) return result;
  std::printf("--least_run: %d tests on the delegate are too few\n", run);
  return 1;
}

void RegisterGraphs(const Arguments& arguments, GraphWorker* worker) {
  for (int i = 0; i < arguments.graphs; ++i) {
    const uint64_t seed = static_cast<uint64_t>(arguments.first_seed) + i;
    const bool quantized = arguments.quantized;
    ::testing::RegisterTest(
        "RandomGraphs", base::StrCat("Seed", seed).c_str(), nullptr, nullptr,
        __FILE__, __LINE__, [worker, seed, quantized]() -> ::testing::Test* {
          return new RandomGraphTest(worker, seed, quantized);
        });
  }
}

int Main(int argc, char** argv) {
  const std::vector<std::string> command(argv, argv + argc);
  ::testing::InitGoogleTest(&argc, argv);
  // Otherwise thousands of interpreters would log which delegates they applied.
  base::SetMinLogLevel(base::LogLevel::kError);
  DelegateUnderTest delegate;
  Arguments arguments;
  std::vector<Flag> flags = CreateFlags(&arguments);
  for (Flag& f : delegate.CreateFlags()) flags.push_back(std::move(f));
  const bool parsed =
      Flags::Parse(&argc, const_cast<const char**>(argv), flags);
  if (!parsed || argc > 1 || delegate.params().Get<bool>("help")) {
    if (argc > 1) std::fprintf(stderr, "unknown argument %s\n", argv[1]);
    std::fprintf(stderr, "%s\n", Flags::Usage(argv[0], flags).c_str());
    return 2;
  }
  if (arguments.worker >= 0) {
    return GraphWorker::Serve(arguments.worker, [&](uint64_t seed) {
      return RunGraph(delegate, seed, arguments.quantized);
    });
  }
  const std::string missing = delegate.MissingDevices();
  if (!missing.empty()) {
    if (arguments.least_run <= 0) return SkipAll(missing);
    std::fprintf(stderr, "--least_run: not run: %s\n", missing.c_str());
    return 1;
  }
  GraphWorker worker(command, kSecondsAGraph);
  RegisterGraphs(arguments, &worker);
  if (delegate.Create().empty()) return RUN_ALL_TESTS();
  TestedDelegate tested(&delegate);
  tested_delegate = &tested;
  return RunOnDelegate(arguments.least_run);
}

}  // namespace
}  // namespace conformance
}  // namespace tflite

int main(int argc, char** argv) {
  return tflite::conformance::Main(argc, argv);
}
