#include "testing/golden/session.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "tensorflow_lite_lite/base/strings.h"
#include "testing/golden/fingerprints.h"
#include "testing/golden/replay.h"
#include "testing/kernels_by_name.h"
#include "testing/sample.h"

namespace tflite {
namespace golden {
namespace {

bool IsFolder(const std::string& path) {
  struct stat s;
  return stat(path.c_str(), &s) == 0 && S_ISDIR(s.st_mode);
}
bool Exists(const std::string& path) {
  struct stat s;
  return stat(path.c_str(), &s) == 0;
}

base::StatusOr<std::vector<std::string>> Entries(const std::string& folder) {
  std::vector<std::string> out;
  DIR* const dir = opendir(folder.c_str());
  if (dir == nullptr) return base::Invalid("cannot open the folder");
  errno = 0;
  while (const dirent* entry = readdir(dir)) {
    if (entry->d_name[0] != '.') out.push_back(folder + "/" + entry->d_name);
    errno = 0;
  }
  const int error = errno;
  closedir(dir);
  if (error != 0) {
    return base::Invalid("cannot list the folder: ", std::strerror(error));
  }
  std::sort(out.begin(), out.end());
  return out;
}

// The row of delegated nodes that counts a case's: its operator's, or its own
// if it is a whole model.
const std::string& RowOf(const Case& c) {
  return c.op == "MODEL" ? c.name : c.op;
}

base::StatusOr<std::string> ReadFile(const std::string& path) {
  std::ifstream in(path);
  if (!in) return base::Invalid("cannot open ", path);
  return std::string{std::istreambuf_iterator<char>(in), {}};
}

// `bazel run` starts the program in another folder, but the path refers to the
// checkout.
std::string InWorkspace(const std::string& file) {
  const char* root = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  return root == nullptr || file[0] == '/' ? file
                                           : std::string(root) + "/" + file;
}

}  // namespace

bool WantsCases(const Arguments& arguments) {
  if (!arguments.skip_absent || arguments.least_cases > 0) return true;
  // A folder that exists must have cases.
  return std::any_of(arguments.paths.begin(), arguments.paths.end(), Exists);
}

Session::Session(Arguments arguments, const DelegateUnderTest& delegate)
    : arguments_(std::move(arguments)),
      wants_cases_(WantsCases(arguments_)),
      delegate_(delegate),
      has_delegate_(!delegate.Create().empty()),
      resolver_(KernelsByName(arguments_.kernels)) {}

base::Status Session::Open() {
  TFLL_RETURN_IF_ERROR(faults_.Read(arguments_.known_fault_files));
  TFLL_RETURN_IF_ERROR(steps_.Read(arguments_.allowed_steps_files));
  const std::string& file = arguments_.delegated_nodes_file;
  if (file.empty() || arguments_.update_golden) return base::OkStatus();
  TFLL_ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
  auto listed = NodeCounts::Parse(text);
  if (!listed.ok()) return base::Annotate(listed.status(), file);
  listed_ = *std::move(listed);
  return base::OkStatus();
}

void Session::RunPath(const std::string& path) {
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
    const auto entries = Entries(path);
    if (!entries.ok()) return Fail(path, entries.status());
    for (const std::string& entry : *entries) {
      if (IsFolder(entry) || base::EndsWith(entry, ".zip")) RunPath(entry);
    }
  }
}

int Session::Finish() {
  if (counts_.empty()) {
    std::printf("No recorded case is here: nothing was compared.\n");
    return wants_cases_ ? 1 : 0;
  }
  if (IsWhole()) FailStaleRows();
  Counts all;
  for (const auto& [op, n] : counts_) {
    std::printf("%-32s %5d passed %5d failed %5d skipped\n", op.c_str(),
                n.passed, n.failed, n.skipped);
    all.passed += n.passed;
    all.failed += n.failed;
    all.skipped += n.skipped;
  }
  const bool is_delegated = !has_delegate_ || CheckDelegation();
  std::printf("%d passed, %d failed, %d skipped\n", all.passed, all.failed,
              all.skipped);
  const bool ran_enough = RanEnough(all.passed + all.failed);
  return all.failed == 0 && is_delegated && ran_enough ? 0 : 1;
}

bool Session::RanEnough(int cases) const {
  if (!arguments_.filter.empty()) return true;
  if (cases < arguments_.least_cases) {
    std::printf("--least_cases: %d are too few\n", cases);
    return false;
  }
  if (cases < arguments_.least_present) {
    std::printf("--least_present: %d are too few\n", cases);
    return false;
  }
  return true;
}

std::vector<size_t> Session::Chosen(const std::vector<Case>& cases) const {
  std::vector<SampleKey> keys;
  for (const Case& c : cases) keys.push_back({c.op, c.dtype, c.name});
  const int all = static_cast<int>(keys.size());
  return SampleOf(keys, arguments_.sample > 0 ? arguments_.sample : all,
                  arguments_.seed);
}

void Session::FailStaleRows() {
  for (CaseList* list : {&faults_, &steps_}) {
    for (const std::string& row : list->Stale()) {
      Fail(row, base::Invalid("is listed, but there is no such case"));
    }
  }
}

bool Session::CheckDelegation() {
  const DelegatedNodes sum = nodes_.Sum();
  std::printf("%d of %d nodes ran on the delegate\n", sum.delegated, sum.nodes);
  if (arguments_.require_delegation && sum.delegated == 0) {
    std::printf("--require_delegation: no node ran on a delegate\n");
    return false;
  }
  const std::string& file = arguments_.delegated_nodes_file;
  if (file.empty()) return true;
  if (arguments_.update_golden) return WriteGolden(file);
  const auto differences =
      nodes_.Differences(listed_, IsWhole(), arguments_.other_release);
  for (const std::string& d : differences) {
    std::printf("FAILED  %s: %s\n", file.c_str(), d.c_str());
  }
  if (!differences.empty()) {
    std::printf(
        "if the delegate is right, run this program with "
        "--update_golden\n");
  }
  return differences.empty();
}

bool Session::WriteGolden(const std::string& file) const {
  if (!IsWhole() || arguments_.other_release) {
    std::printf(
        "--update_golden: not from a part of the cases, nor with another "
        "release of the library\n");
    return false;
  }
  const std::string path = InWorkspace(file);
  std::ofstream out(path);
  out << "# Nodes of the recorded cases that run on the delegate, by operator "
         "or model.\n"
      << nodes_.Format();
  out.close();
  std::printf(out ? "wrote %s\n" : "cannot write %s\n", path.c_str());
  return static_cast<bool>(out);
}

void Session::Run(const Case& c) {
  const std::string id = c.op + "/" + c.name;
  if (!base::StrContains(id, arguments_.filter)) return;
  if (!c.custom_ops.empty()) {
    ++counts_[c.op].skipped;
    return;
  }
  const base::Status status = Compare(c, id);
  if (!status.ok()) return Fail(id, status, c.op);
  ++counts_[c.op].passed;
  if (arguments_.verbose) std::printf("ok      %s\n", id.c_str());
}

base::Status Session::Compare(const Case& c, const std::string& id) {
  const bool is_faulty = faults_.Has(id);
  const bool may_be_off = steps_.Has(id);
  base::Status status = ReplayOnce(c, arguments_.exact_integers, true);
  if (is_faulty) {
    return status.ok() ? base::Invalid(
                             "is listed as a known fault, but "
                             "agrees with its record")
                       : base::OkStatus();
  }
  if (!may_be_off) return status;
  if (status.ok()) {
    return base::Invalid(
        "is listed with integers that are off, but has the "
        "recorded ones");
  }
  return ReplayOnce(c, /*exact_integers=*/false, false);
}

base::Status Session::ReplayOnce(const Case& c, bool exact_integers,
                                 bool count) {
  ReplayOptions options;
  options.resolver = resolver_.get();
  options.num_threads = arguments_.threads;
  options.exact_integers = exact_integers;
  options.after_build = [this](Interpreter& i) {
    // With a list, errors are not allowed: it states which nodes the delegate
    // does not take.
    return delegate_.Apply(i, arguments_.delegated_nodes_file.empty()
                                  ? DelegateUnderTest::Failure::kLeavesTheCpu
                                  : DelegateUnderTest::Failure::kIsAnError);
  };
  options.after_step = [&](Interpreter& i,
                           const std::vector<const TfLiteTensor*>& outputs) {
    if (arguments_.fingerprints && ComputesIntegers(i)) {
      PrintFingerprints(c, outputs);
    }
    if (count) nodes_.Add(RowOf(c), CountDelegatedNodes(i));
    count = false;
    return base::OkStatus();
  };
  return Replay(c, options);
}

void Session::Fail(const std::string& id, const base::Status& status,
                   const std::string& op) {
  ++counts_[op].failed;
  std::printf("FAILED  %s: %s\n", id.c_str(),
              std::string(status.message()).c_str());
  std::fflush(stdout);
}

}  // namespace golden
}  // namespace tflite
