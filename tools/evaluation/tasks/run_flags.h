#ifndef TOOLS_EVALUATION_TASKS_RUN_FLAGS_H_
#define TOOLS_EVALUATION_TASKS_RUN_FLAGS_H_

#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/command_line_flags.h"
#include "tools/evaluation/proto/evaluation_records.pb.h"
#include "tools/evaluation/run/state_file.h"

namespace tflite {
namespace evaluation {

// What the flags of every task say: the model, how it is tested, and which part
// of the evaluation this process carries out.
struct RunFlags {
  std::string model_file;
  std::string delegate;
  std::string custom_op_library;
  std::string state_file;
  int32_t num_interpreter_threads = 1;
  int32_t shard_index = 0;
  int32_t num_shards = 1;

  // Puts the flags of this object before those given; they refer to it.
  void AddTo(std::vector<Flag>* flags);

  // Names the flag that is wrong.
  base::Status Check() const;

  // Fills in the shard, and what tells a state file of another run;
  // `delegate_arguments` are the given flags of delegates. An error if the
  // model cannot be read.
  base::Status Describe(const std::vector<std::string>& delegate_arguments,
                        StateHeader* header) const;

  // Null without --state_file.
  base::StatusOr<std::unique_ptr<StateFile>> OpenState(
      const StateHeader& header) const;
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_TASKS_RUN_FLAGS_H_
