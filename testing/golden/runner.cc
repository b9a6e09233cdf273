// Replays recorded cases and prints the counts per operator.
//
//   runner [--kernels=fast|reference] [--threads=N] [--filter=TEXT] [--verbose]
//          [--known_faults=FILE[,FILE...]] [--require_delegation]
//          [--skip_absent] [--sample=N] [--seed=N]
//          [a delegate's flags, where one is linked in] PATH...
//
// A PATH is a packed file of cases, a folder of one case, or a folder of such.
// The last line is "N passed, N failed, N skipped"; with a delegate, the line
// before it says how many nodes ran there. Nothing is run, and a line "SKIPPED"
// says so, where the machine lacks what the delegate needs.

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "testing/delegate_under_test.h"
#include "testing/golden/golden_case.h"
#include "testing/golden/replay.h"
#include "testing/kernels_by_name.h"
#include "testing/sample.h"

namespace tflite {
namespace golden {
namespace {

struct Arguments {
  std::string kernels = "fast";
  std::string filter;
  int32_t threads = 1;
  bool verbose = false;
  bool require_delegation = false;
  bool skip_absent = false;
  int32_t sample = 0;
  int32_t seed = 1;
  std::string known_fault_files;
  std::set<std::string> known_faults;  // "OPERATOR/case"
  std::vector<std::string> paths;
};

struct Counts {
  int passed = 0;
  int failed = 0;
  int skipped = 0;
};

bool IsFolder(const std::string& path) {
  struct stat s;
  return stat(path.c_str(), &s) == 0 && S_ISDIR(s.st_mode);
}
bool Exists(const std::string& path) {
  struct stat s;
  return stat(path.c_str(), &s) == 0;
}

std::vector<std::string> Entries(const std::string& folder) {
  std::vector<std::string> out;
  if (DIR* dir = opendir(folder.c_str())) {
    while (const dirent* entry = readdir(dir)) {
      if (entry->d_name[0] != '.') out.push_back(folder + "/" + entry->d_name);
    }
    closedir(dir);
  }
  std::sort(out.begin(), out.end());
  return out;
}

// A line a case, the argument behind it after a colon; '#' starts a comment.
bool ReadKnownFaults(const std::string& path, std::set<std::string>* out) {
  std::ifstream in(path);
  if (!in) {
    std::fprintf(stderr, "cannot open %s\n", path.c_str());
    return false;
  }
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') continue;
    out->insert(line.substr(0, line.find(':')));
  }
  return true;
}

bool ParseArguments(int argc, char** argv, DelegateUnderTest* delegate,
                    Arguments* out) {
  std::vector<Flag> flags = {
      Flag::CreateFlag("kernels", &out->kernels,
                       "CPU kernels: fast or reference."),
      Flag::CreateFlag("threads", &out->threads, "Threads of the interpreter."),
      Flag::CreateFlag("filter", &out->filter,
                       "Runs only cases with this text in OPERATOR/case."),
      Flag::CreateFlag("verbose", &out->verbose, "Names each case."),
      Flag::CreateFlag("known_faults", &out->known_fault_files,
                       "Files of cases to leave out, separated by commas."),
      Flag::CreateFlag("require_delegation", &out->require_delegation,
                       "Fails when no node ran on a delegate."),
      Flag::CreateFlag("skip_absent", &out->skip_absent,
                       "Leaves out paths that do not exist."),
      Flag::CreateFlag(
          "sample", &out->sample,
          "Cases an operator, at least one of each type, chosen by "
          "the seed; 0: all."),
      Flag::CreateFlag("seed", &out->seed, "Of the sample."),
  };
  for (Flag& flag : delegate->CreateFlags()) flags.push_back(std::move(flag));
  if (!Flags::Parse(&argc, const_cast<const char**>(argv), flags)) return false;
  if (delegate->params().Get<bool>("help")) {
    std::fprintf(stderr, "%s\n", Flags::Usage(argv[0], flags).c_str());
    return false;
  }
  for (int i = 1; i < argc; ++i) {
    if (absl::StartsWith(argv[i], "--")) {
      std::fprintf(stderr, "unknown flag %s\n", argv[i]);
      return false;
    }
    out->paths.emplace_back(argv[i]);
  }
  for (const auto file :
       absl::StrSplit(out->known_fault_files, ',', absl::SkipEmpty())) {
    if (!ReadKnownFaults(std::string(file), &out->known_faults)) return false;
  }
  if (out->kernels != "fast" && out->kernels != "reference") {
    std::fprintf(stderr, "--kernels must be fast or reference, is %s\n",
                 out->kernels.c_str());
    return false;
  }
  return true;
}

class Session {
 public:
  // `delegate` outlives this object.
  Session(Arguments arguments, const DelegateUnderTest& delegate)
      : arguments_(std::move(arguments)),
        delegate_(delegate),
        has_delegate_(!delegate.Create().empty()),
        resolver_(KernelsByName(arguments_.kernels)) {}

  void RunPath(const std::string& path) {
    if (arguments_.skip_absent && !Exists(path)) {
      std::printf("SKIPPED %s: it does not exist\n", path.c_str());
    } else if (!IsFolder(path)) {
      auto cases = ReadPacked(path);
      if (!cases.ok()) return Fail(path, cases.status());
      for (const size_t i : Chosen(*cases)) Run((*cases)[i]);
    } else if (Exists(path + "/case.json")) {
      auto c = ReadFolder(path);
      if (!c.ok()) return Fail(path, c.status());
      Run(*c);
    } else {
      for (const std::string& entry : Entries(path)) {
        if (IsFolder(entry) || absl::EndsWith(entry, ".zip")) RunPath(entry);
      }
    }
  }

  // Prints the table; 0 when nothing failed.
  int Finish() const {
    Counts all;
    for (const auto& [op, n] : counts_) {
      std::printf("%-32s %5d passed %5d failed %5d skipped\n", op.c_str(),
                  n.passed, n.failed, n.skipped);
      all.passed += n.passed;
      all.failed += n.failed;
      all.skipped += n.skipped;
    }
    if (counts_.empty()) {
      std::printf("No recorded case is here: nothing was compared.\n");
      return arguments_.skip_absent ? 0 : 1;
    }
    if (has_delegate_) {
      std::printf("%d of %d nodes ran on the delegate\n", nodes_.delegated,
                  nodes_.nodes);
    }
    std::printf("%d passed, %d failed, %d skipped\n", all.passed, all.failed,
                all.skipped);
    if (arguments_.require_delegation && nodes_.delegated == 0) {
      std::printf("--require_delegation: no node ran on a delegate\n");
      return 1;
    }
    return all.failed == 0 ? 0 : 1;
  }

 private:
  // The indices of those to run. Folders of cases are not sampled.
  std::vector<size_t> Chosen(const std::vector<Case>& cases) const {
    std::vector<SampleKey> keys;
    for (const Case& c : cases) keys.push_back({c.op, c.dtype, c.name});
    const int all = static_cast<int>(keys.size());
    return SampleOf(keys, arguments_.sample > 0 ? arguments_.sample : all,
                    arguments_.seed);
  }

  void Run(const Case& c) {
    const std::string id = c.op + "/" + c.name;
    if (!absl::StrContains(id, arguments_.filter)) return;
    if (arguments_.known_faults.count(id) != 0 || !c.custom_ops.empty()) {
      ++counts_[c.op].skipped;
      return;
    }
    ReplayOptions options;
    options.resolver = resolver_.get();
    options.num_threads = arguments_.threads;
    options.after_build = [this](Interpreter& i) { return delegate_.Apply(i); };
    bool first = true;
    options.after_step = [&](Interpreter& i) {
      if (first) Count(CountDelegatedNodes(i));
      first = false;
      return base::OkStatus();
    };
    const base::Status status = Replay(c, options);
    if (!status.ok()) return Fail(id, status, c.op);
    ++counts_[c.op].passed;
    if (arguments_.verbose) std::printf("ok      %s\n", id.c_str());
  }

  void Count(const DelegatedNodes& n) {
    nodes_.nodes += n.nodes;
    nodes_.delegated += n.delegated;
  }

  void Fail(const std::string& id, const base::Status& status,
            const std::string& op = "(files)") {
    ++counts_[op].failed;
    std::printf("FAILED  %s: %s\n", id.c_str(),
                std::string(status.message()).c_str());
    std::fflush(stdout);
  }

  Arguments arguments_;
  const DelegateUnderTest& delegate_;
  const bool has_delegate_;
  const std::unique_ptr<OpResolver> resolver_;
  DelegatedNodes nodes_;
  std::map<std::string, Counts> counts_;
};

int Main(int argc, char** argv) {
  Arguments arguments;
  DelegateUnderTest delegate;
  if (!ParseArguments(argc, argv, &delegate, &arguments)) return 2;
  const std::string missing = delegate.MissingDevices();
  if (!missing.empty()) {
    std::printf("SKIPPED: nothing was run: %s\n", missing.c_str());
    return 0;
  }
  if (arguments.sample > 0) {
    std::printf("A sample of packed cases: --sample=%d --seed=%d\n",
                arguments.sample, arguments.seed);
  }
  const std::vector<std::string> paths = arguments.paths;
  Session session(std::move(arguments), delegate);
  for (const std::string& path : paths) session.RunPath(path);
  return session.Finish();
}

}  // namespace
}  // namespace golden
}  // namespace tflite

int main(int argc, char** argv) { return tflite::golden::Main(argc, argv); }
