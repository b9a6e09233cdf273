// Runs mutations of models to find crashes, hangs and leaks. Should be built
// with the address and undefined-behaviour sanitizers.
//
//   mutate_models [--iterations=N] [--seed=S] [--first=K] [--most_bytes=B]
//                 [--kernels=fast|reference] [--save=FILE] [--verbose]
//                 [--compare] [--model=PATH]... [a delegate's flags]
//
// A PATH is a .tflite file, a packed file of recorded cases (.zip), or a folder
// with such files or folders. Files larger than B bytes (default 500000) are
// skipped. Without any PATH, two small models are used. Iteration k mutates the
// model with index k modulo the number of models, with a seed derived from S
// and k, so that --first=K --iterations=1 repeats one iteration; --save writes
// its mutated file. --compare also runs each mutation on the reference kernels
// and reports outputs that are far from theirs. A delegate's flags exist in
// programs that are linked with its provider.

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "testing/delegate_under_test.h"
#include "testing/fault/model_run.h"
#include "testing/fault/mutator.h"
#include "testing/fault/small_model.h"
#include "testing/fault/subjects.h"
#include "testing/kernels_by_name.h"
#include "tools/command_line_flags.h"

// Not null if a sanitizer is linked in.
extern "C" {
void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));
int __lsan_do_recoverable_leak_check() __attribute__((weak));
const char* __asan_default_options();
const char* __asan_default_options() {
  return "allocator_may_return_null=1:max_allocation_size_mb=512:"
         "hard_rss_limit_mb=2048";
}
}

namespace tflite::fault {
namespace {

// A run that takes longer counts as a hang.
constexpr unsigned kMaxSeconds = 120;

struct Arguments {
  int64_t iterations = 10000;
  int64_t seed = 1;
  int64_t first = 0;
  int64_t most_bytes = 500000;
  std::string kernels = "fast";
  std::string save;
  bool verbose = false, compare = false;
  std::vector<std::string> paths;
};

bool ParseNumber(std::string_view arg, std::string_view flag, int64_t* out,
                 bool* ok) {
  if (!base::ConsumePrefix(&arg, flag)) return false;
  *ok = base::ParseNumber(arg, out) && *out >= 0;
  return true;
}

bool ParseArgument(std::string_view arg, Arguments* out) {
  bool ok = true;
  if (ParseNumber(arg, "--iterations=", &out->iterations, &ok) ||
      ParseNumber(arg, "--seed=", &out->seed, &ok) ||
      ParseNumber(arg, "--first=", &out->first, &ok) ||
      ParseNumber(arg, "--most_bytes=", &out->most_bytes, &ok)) {
    return ok;
  }
  if (base::ConsumePrefix(&arg, "--kernels=")) {
    out->kernels = std::string(arg);
    return arg == "fast" || arg == "reference";
  }
  if (base::ConsumePrefix(&arg, "--save=")) {
    out->save = std::string(arg);
    return true;
  }
  if (base::ConsumePrefix(&arg, "--model=")) {
    out->paths.emplace_back(arg);
    return true;
  }
  if (arg == "--compare") return out->compare = true;
  if (arg == "--verbose") return out->verbose = true;
  return false;
}

// State that the process running the mutations shares with its parent.
struct Progress {
  int64_t current;  // the current iteration
  int64_t counts[static_cast<int>(RunStage::kDone) + 1];
  int64_t silent;     // failures without a message
  int64_t differing;  // from the reference kernels
};

bool HasLeaks() {
  return __lsan_do_recoverable_leak_check != nullptr &&
         __lsan_do_recoverable_leak_check() != 0;
}

const char* StageName(RunStage stage) {
  switch (stage) {
    case RunStage::kOpen:
      return "refused when opened";
    case RunStage::kBuild:
      return "refused when built";
    case RunStage::kAllocate:
      return "refused when allocated";
    case RunStage::kInvoke:
      return "failed when run";
    case RunStage::kResize:
      return "failed with another input shape";
    case RunStage::kDone:
      return "ran";
  }
  return "?";
}

class Session {
 public:
  Session(const Arguments& arguments, const std::vector<Subject>& subjects,
          const DelegateUnderTest& delegate)
      : arguments_(arguments),
        subjects_(subjects),
        delegate_(delegate),
        resolver_(KernelsByName(arguments.kernels)),
        reference_(KernelsByName("reference")),
        progress_(static_cast<Progress*>(
            mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}

  // Returns 0 if no iteration crashed, hung, leaked or failed without a
  // message.
  int Run() {
    if (progress_ == MAP_FAILED) return 2;
    const int64_t end = arguments_.first + arguments_.iterations;
    int64_t failures = 0;
    for (int64_t next = arguments_.first; next < end;) {
      const int64_t batch_end = std::min(next + kBatch, end);
      if (RunInChild(next, batch_end)) {
        next = batch_end;
      } else {
        ++failures;
        next = progress_->current + 1;
      }
      std::fprintf(stderr, "%lld of %lld\n",
                   static_cast<long long>(next - arguments_.first),
                   static_cast<long long>(arguments_.iterations));
    }
    for (int i = 0; i <= static_cast<int>(RunStage::kDone); ++i) {
      std::printf("%8lld %s\n", static_cast<long long>(progress_->counts[i]),
                  StageName(static_cast<RunStage>(i)));
    }
    std::printf(
        "%lld crashed, hung or leaked; %lld failed without a message; %lld "
        "differ from the reference kernels\n",
        static_cast<long long>(failures),
        static_cast<long long>(progress_->silent),
        static_cast<long long>(progress_->differing));
    return failures + progress_->silent + progress_->differing == 0 ? 0 : 1;
  }

 private:
  static constexpr int64_t kBatch = 500;

  // Runs iterations [first, end) in a child process; reports why it ended
  // early.
  bool RunInChild(int64_t first, int64_t end) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      LimitMemory();
      for (int64_t k = first; k < end; ++k) RunOne(k);
      std::fflush(stdout);
      _exit(HasLeaks() ? 1 : 0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return false;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    const char* how =
        WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "error exit";
    std::printf("FAILED (%s): %s\n", how, Repeat(progress_->current).c_str());
    return false;
  }

  std::string Repeat(int64_t k) const {
    return base::StrCat(subjects_[k % subjects_.size()].name,
                        ": repeat with --seed=", arguments_.seed,
                        " --first=", k, " --iterations=1");
  }

  void RunOne(int64_t k) {
    progress_->current = k;
    const Subject& subject = subjects_[k % subjects_.size()];
    TestRandom seeds(static_cast<uint64_t>(arguments_.seed) * 1000003 + k);
    const std::string file = subject.mutator->Mutate(seeds.Next());
    if (!arguments_.save.empty()) {
      std::ofstream(arguments_.save, std::ios::binary) << file;
    }
    RunOptions options;
    options.resolver = resolver_.get();
    options.inputs = subject.inputs;
    options.seed = seeds.Next();
    options.resize = true;
    options.keep_outputs = arguments_.compare;
    options.apply = [this](Interpreter& interpreter) {
      return delegate_.Apply(interpreter).ok() ? kTfLiteOk : kTfLiteError;
    };
    alarm(kMaxSeconds);
    const RunResult result = RunModel(file, options);
    if (arguments_.compare) Compare(k, file, result, options);
    alarm(0);
    ++progress_->counts[static_cast<int>(result.stage)];
    if (result.stage != RunStage::kDone && result.message.empty()) {
      ++progress_->silent;
      std::printf("%s, without a message: %s\n", StageName(result.stage),
                  Repeat(k).c_str());
    }
    if (arguments_.verbose) {
      std::printf("%lld %s: %s%s %s\n", static_cast<long long>(k),
                  subject.name.c_str(), StageName(result.stage),
                  result.too_large ? " (too large)" : "",
                  result.message.c_str());
    }
  }

  void Compare(int64_t k, const std::string& file, const RunResult& result,
               RunOptions options) {
    options.apply = nullptr;
    options.resolver = reference_.get();
    const RunResult reference = RunModel(file, options);
    std::string difference = FirstDifference(result, reference);
    // A delegate has tensors allocated when it is applied.
    const bool before_a_run = result.stage <= RunStage::kAllocate &&
                              reference.stage <= RunStage::kAllocate;
    if (difference.empty() && result.stage != reference.stage &&
        !before_a_run && !result.cancelled && !reference.cancelled) {
      difference = base::StrCat(StageName(result.stage), ", the reference ",
                                StageName(reference.stage), ": ",
                                result.message, reference.message);
    }
    if (difference.empty()) return;
    ++progress_->differing;
    std::printf("DIFFERS: %s: %s\n", difference.c_str(), Repeat(k).c_str());
  }

  // Sanitizers have their own limits (__asan_default_options).
  static void LimitMemory() {
    if (__sanitizer_set_death_callback != nullptr) return;
    const rlimit memory = {rlim_t{2} << 30, rlim_t{2} << 30};
    setrlimit(RLIMIT_AS, &memory);
  }

  const Arguments& arguments_;
  const std::vector<Subject>& subjects_;
  const DelegateUnderTest& delegate_;
  const std::unique_ptr<OpResolver> resolver_, reference_;
  Progress* progress_;  // shared with the children; outlives this object
};

int Main(int argc, char** argv) {
  Arguments arguments;
  DelegateUnderTest delegate;
  Flags::Parse(&argc, const_cast<const char**>(argv), delegate.CreateFlags());
  for (int i = 1; i < argc; ++i) {
    if (!ParseArgument(argv[i], &arguments)) {
      std::fprintf(stderr, "unknown flag or bad value: %s\n", argv[i]);
      return 2;
    }
  }
  base::SetMinLogLevel(base::LogLevel::kSilent);
  Subjects subjects(arguments.most_bytes);
  for (const std::string& path : arguments.paths) {
    const base::Status status = subjects.AddPath(path);
    if (!status.ok()) {
      std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    }
  }
  if (subjects.all().empty()) {
    subjects.Add("AddModel", Pack(AddModel()), {});
    subjects.Add("WhileModel", Pack(WhileModel()), {});
  }
  std::printf("%zu models\n", subjects.all().size());
  return Session(arguments, subjects.all(), delegate).Run();
}

}  // namespace
}  // namespace tflite::fault

int main(int argc, char** argv) { return tflite::fault::Main(argc, argv); }
