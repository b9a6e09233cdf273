// Replays recorded cases and prints the counts per operator.
//
//   runner [--kernels=fast|reference] [--threads=N] [--filter=TEXT] [--verbose]
//          [--known_faults=FILE] PATH...
//
// A PATH is a packed file of cases, a folder of one case, or a folder of such.
// The last line is "N passed, N failed, N skipped".

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
#include "absl/strings/strip.h"
#include "kernels/register/register.h"
#include "testing/golden/golden_case.h"
#include "testing/golden/replay.h"

namespace tflite {
namespace golden {
namespace {

struct Arguments {
  std::string kernels = "fast";
  std::string filter;
  int threads = 1;
  bool verbose = false;
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
std::set<std::string> ReadKnownFaults(const std::string& path) {
  std::set<std::string> out;
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') continue;
    out.insert(line.substr(0, line.find(':')));
  }
  return out;
}

bool ParseArguments(int argc, char** argv, Arguments* out) {
  for (int i = 1; i < argc; ++i) {
    absl::string_view arg = argv[i];
    if (absl::ConsumePrefix(&arg, "--kernels=")) {
      out->kernels = std::string(arg);
    } else if (absl::ConsumePrefix(&arg, "--threads=")) {
      out->threads = std::atoi(arg.data());
    } else if (absl::ConsumePrefix(&arg, "--filter=")) {
      out->filter = std::string(arg);
    } else if (absl::ConsumePrefix(&arg, "--known_faults=")) {
      out->known_faults = ReadKnownFaults(std::string(arg));
    } else if (arg == "--verbose") {
      out->verbose = true;
    } else if (absl::StartsWith(arg, "--")) {
      std::fprintf(stderr, "unknown flag %s\n", argv[i]);
      return false;
    } else {
      out->paths.emplace_back(arg);
    }
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
  explicit Session(Arguments arguments) : arguments_(std::move(arguments)) {
    if (arguments_.kernels == "reference") {
      resolver_ = std::make_unique<ops::builtin::BuiltinRefOpResolver>();
    } else {
      resolver_ = std::make_unique<
          ops::builtin::BuiltinOpResolverWithoutDefaultDelegates>();
    }
  }

  void RunPath(const std::string& path) {
    if (!IsFolder(path)) {
      auto cases = ReadPacked(path);
      if (!cases.ok()) return Fail(path, cases.status());
      for (const Case& c : *cases) Run(c);
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
    }
    std::printf("%d passed, %d failed, %d skipped\n", all.passed, all.failed,
                all.skipped);
    return all.failed == 0 ? 0 : 1;
  }

 private:
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
    const Status status = Replay(c, options);
    if (!status.ok()) return Fail(id, status, c.op);
    ++counts_[c.op].passed;
    if (arguments_.verbose) std::printf("ok      %s\n", id.c_str());
  }

  void Fail(const std::string& id, const Status& status,
            const std::string& op = "(files)") {
    ++counts_[op].failed;
    std::printf("FAILED  %s: %s\n", id.c_str(),
                std::string(status.message()).c_str());
    std::fflush(stdout);
  }

  Arguments arguments_;
  std::unique_ptr<OpResolver> resolver_;
  std::map<std::string, Counts> counts_;
};

int Main(int argc, char** argv) {
  Arguments arguments;
  if (!ParseArguments(argc, argv, &arguments)) return 2;
  const std::vector<std::string> paths = arguments.paths;
  Session session(std::move(arguments));
  for (const std::string& path : paths) session.RunPath(path);
  return session.Finish();
}

}  // namespace
}  // namespace golden
}  // namespace tflite

int main(int argc, char** argv) { return tflite::golden::Main(argc, argv); }
