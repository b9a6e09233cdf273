#include "tools/evaluation/tasks/run_flags.h"

#include "tools/evaluation/evaluation_delegate_provider.h"
#include "tools/evaluation/image/preprocessor.h"
#include "tools/evaluation/run/hash.h"

namespace tflite {
namespace evaluation {

void RunFlags::AddTo(std::vector<Flag>* flags) {
  const std::vector<Flag> own = {
      Flag::CreateFlag("model_file", &model_file, "Path of the model.",
                       Flag::kRequired),
      Flag::CreateFlag("num_interpreter_threads", &num_interpreter_threads,
                       "CPU threads of an interpreter that is tested."),
      Flag::CreateFlag("delegate", &delegate,
                       "Delegate to test: nnapi, gpu, hexagon, xnnpack or "
                       "coreml, if this program has it. The delegates' own "
                       "flags work as well."),
      Flag::CreateFlag("custom_op_library", &custom_op_library,
                       "Shared libraries of custom operators, separated by "
                       "commas."),
      Flag::CreateFlag("state_file", &state_file,
                       "File that keeps each result; an evaluation that was "
                       "stopped goes on from it."),
      Flag::CreateFlag("shard_index", &shard_index,
                       "The part of the evaluation to carry out, from 0."),
      Flag::CreateFlag("num_shards", &num_shards,
                       "Number of parts; tools/evaluation:merge combines their "
                       "state files."),
  };
  flags->insert(flags->begin(), own.begin(), own.end());
}

base::Status RunFlags::Check() const {
  TFLL_RETURN_IF_ERROR(CheckShard(shard_index, num_shards, state_file));
  if (!delegate.empty() &&
      ParseStringToDelegateType(delegate) == TfliteInferenceParams::NONE) {
    return base::Invalid("--delegate: unknown delegate ", delegate);
  }
  return base::OkStatus();
}

base::Status RunFlags::Describe(
    const std::vector<std::string>& delegate_arguments,
    StateHeader* header) const {
  TFLL_ASSIGN_OR_RETURN(const std::string model, ReadFile(model_file));
  RunDescription* run = header->mutable_run();
  run->add_configuration(ContentsLine("model", model));
  run->add_configuration("delegate: " + delegate);
  run->add_configuration("custom operators: " + custom_op_library);
  for (const std::string& argument : delegate_arguments) {
    run->add_configuration("argument: " + argument);
  }
  header->set_shard_index(shard_index);
  header->set_num_shards(num_shards);
  return base::OkStatus();
}

base::StatusOr<std::unique_ptr<StateFile>> RunFlags::OpenState(
    const StateHeader& header) const {
  if (state_file.empty()) return std::unique_ptr<StateFile>();
  return StateFile::Open(state_file, header);
}

}  // namespace evaluation
}  // namespace tflite
