#ifndef TOOLS_EVALUATION_TASKS_IMAGE_TASK_H_
#define TOOLS_EVALUATION_TASKS_IMAGE_TASK_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/evaluation/image/preprocessor.h"
#include "tools/evaluation/run/image_pool.h"
#include "tools/evaluation/run/outputs.h"
#include "tools/evaluation/run/results.h"
#include "tools/evaluation/run/state_file.h"
#include "tools/evaluation/tasks/run_flags.h"
#include "tools/evaluation/tasks/task_executor.h"

namespace tflite {
namespace evaluation {

// A task whose model takes one image: what classification and detection have in
// common. Its flags are those of the task, of the run, of the output files and
// of delegates.
class ImageTask : public TaskExecutor, protected ImageSteps {
 protected:
  // Flags of every task; those of a task come in addition.
  std::vector<Flag> GetFlags() final;
  virtual std::vector<Flag> TaskFlags() = 0;

  virtual const char* name() const = 0;
  // The first word of the line "Evaluated: 12%".
  virtual const char* progress_word() const = 0;

  // Reads labels and truth, and lists the images.
  virtual base::Status ReadInputs(RunDescription* run,
                                  std::vector<ImageItem>* items) = 0;
  // The steps from an image to an input of this size.
  virtual ImagePreprocessingParams Preprocessing(TfLiteType type, int width,
                                                 int height) const = 0;
  // Whether the model's outputs are what the task reads.
  virtual base::Status CheckOutputs(const ModelRunner& model) const = 0;
  // Whole lines to print about an image; called in the order of the images.
  virtual std::string LinesAbout(const ImageRecord& record) const { return ""; }

  base::StatusOr<std::string> Load(const ImageItem& item) const final;

  // The images of --ground_truth_images_path, sorted by name.
  base::StatusOr<std::vector<std::string>> ImagePaths() const;
  // The lines of the file; errors name it and the flag.
  static base::StatusOr<std::vector<std::string>> Lines(
      const char* flag, const std::string& path);

 private:
  std::optional<EvaluationStageMetrics> RunImpl() final;
  base::StatusOr<EvaluationStageMetrics> Evaluate();
  base::Status CheckFlags() const;
  base::Status CreateLanes();
  base::StatusOr<Lane> CreateLane(int threads, size_t* num_delegates);
  base::Status PrepareInput(RunDescription* run);
  base::StatusOr<StateHeader> Describe(std::vector<ImageItem>* items);
  base::Status RunImages(const std::vector<ImageItem>& items, StateFile* state,
                         ImageRun* run);

  RunFlags flags_;
  std::string images_path_;
  int32_t num_eval_threads_ = 0;
  int32_t num_interpreters_ = 0;
  bool skip_bad_ = false;
  bool compare_with_cpu_ = false;
  OutputOptions outputs_;

  std::vector<Lane> lanes_;
  std::optional<Preprocessor> preprocessor_;
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_TASKS_IMAGE_TASK_H_
