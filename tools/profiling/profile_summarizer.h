#ifndef TOOLS_PROFILING_PROFILE_SUMMARIZER_H_
#define TOOLS_PROFILING_PROFILE_SUMMARIZER_H_

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/profiling/profile_buffer.h"
#include "tools/profiling/stats.h"

namespace tflite {
namespace profiling {

// One row of the profile: a node, or an operator inside a delegate.
struct OpProfile {
  std::string type;
  std::string name;  // names of its outputs, and its index
  int64_t run_order = 0;
  tensorflow::Stat<int64_t> elapsed_us;  // per run
  tensorflow::Stat<int64_t> mem_kb;
  int64_t times_called = 0;  // in all runs
};

// The profile of one subgraph, or of the internals of delegates.
struct GraphProfile {
  std::string title;  // "Primary graph (name: main)", "Delegate internal"
  bool is_delegate = false;
  int subgraph_index = 0;
  std::string subgraph_name;
  int64_t nodes_executed = 0;
  tensorflow::Stat<int64_t> run_total_us;
  tensorflow::Stat<int64_t> memory_bytes;
  std::vector<OpProfile> ops;  // in run order
};

// Combines the events of many runs into one profile. Each call of
// ProcessProfiles adds one run.
class ProfileSummarizer {
 public:
  void ProcessProfiles(const std::vector<const ProfileEvent*>& events,
                       const Interpreter& interpreter);
  bool HasProfiles() const { return runs_ > 0; }
  // The primary subgraph first, then other subgraphs, then delegate internals.
  std::vector<GraphProfile> Profiles() const;

 private:
  struct Key {
    int graph;  // subgraph index, or kDelegate
    int64_t node;
    std::string type;
    bool operator<(const Key& other) const {
      return std::tie(graph, node, type) <
             std::tie(other.graph, other.node, other.type);
    }
  };

  std::string NameOf(const ProfileEvent& event,
                     const Interpreter& interpreter) const;

  std::map<int, GraphProfile> graphs_;
  std::map<Key, size_t> rows_;  // index in the ops of its graph
  int64_t runs_ = 0;
};

}  // namespace profiling
}  // namespace tflite

#endif  // TOOLS_PROFILING_PROFILE_SUMMARIZER_H_
