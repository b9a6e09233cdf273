#ifndef TESTING_GOLDEN_SESSION_H_
#define TESTING_GOLDEN_SESSION_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/op_resolver.h"
#include "testing/delegate_under_test.h"
#include "testing/golden/case_list.h"
#include "testing/golden/golden_case.h"
#include "testing/golden/node_counts.h"

namespace tflite {
namespace golden {

// The settings of the runner; runner.cc has the flags.
struct Arguments {
  std::string kernels = "fast";
  std::string filter;
  int32_t threads = 1;
  bool verbose = false;
  bool exact_integers = false;
  bool require_delegation = false;
  bool update_golden = false;
  bool other_release = false;
  bool skip_absent = false;
  bool fingerprints = false;
  int32_t least_cases = 0;
  int32_t least_present = 0;
  int32_t sample = 0;
  int32_t seed = 1;
  std::string known_fault_files, allowed_steps_files, delegated_nodes_file;
  std::vector<std::string> paths;
};

// Whether running no case at all is a failure.
bool WantsCases(const Arguments& arguments);

// Replays cases, prints failures, and counts results.
class Session {
 public:
  // `delegate` must outlive this object. Call Open next.
  Session(Arguments arguments, const DelegateUnderTest& delegate);

  // Reads the list files.
  base::Status Open();
  // Runs the cases of a file, of a folder, or of the folders inside a folder.
  void RunPath(const std::string& path);
  // Prints the table; returns 0 if nothing failed.
  int Finish();

 private:
  struct Counts {
    int passed = 0;
    int failed = 0;
    int skipped = 0;
  };

  // The indices of the cases to run. Cases in folders are not sampled.
  std::vector<size_t> Chosen(const std::vector<Case>& cases) const;
  bool IsWhole() const {
    return arguments_.filter.empty() && arguments_.sample == 0;
  }
  // Whether as many cases were run as are demanded.
  bool RanEnough(int cases) const;
  void FailStaleRows();
  // Returns whether the delegate ran the listed nodes, or any node if there is
  // no list. Updates the list if requested.
  bool CheckDelegation();
  bool WriteGolden(const std::string& file) const;
  void Run(const Case& c);
  // Replays the case and applies the lists that contain it.
  base::Status Compare(const Case& c, const std::string& id);
  base::Status ReplayOnce(const Case& c, bool exact_integers, bool count);
  void Fail(const std::string& id, const base::Status& status,
            const std::string& op = "(files)");

  const Arguments arguments_;
  const bool wants_cases_;
  const DelegateUnderTest& delegate_;
  const bool has_delegate_;
  const std::unique_ptr<OpResolver> resolver_;
  CaseList faults_, steps_;
  NodeCounts nodes_, listed_;
  std::map<std::string, Counts> counts_;  // by operator
};

}  // namespace golden
}  // namespace tflite

#endif  // TESTING_GOLDEN_SESSION_H_
