#ifndef TOOLS_EVALUATION_RUN_IMAGE_POOL_H_
#define TOOLS_EVALUATION_RUN_IMAGE_POOL_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/evaluation/proto/evaluation_records.pb.h"
#include "tools/evaluation/stages/model_runner.h"

namespace tflite {
namespace evaluation {

struct ImageItem {
  int64_t index = 0;  // among all images of the run
  std::string path;
};

// What a task does with an image. All functions are called from several
// threads at a time.
class ImageSteps {
 public:
  virtual ~ImageSteps() = default;

  // The bytes of the model's input.
  virtual base::StatusOr<std::string> Load(const ImageItem& item) const = 0;
  // Reads the outputs after a run.
  virtual base::Status Read(const ModelRunner& model,
                            ImagePrediction* prediction) const = 0;
  // Adds what the image actually shows.
  virtual base::Status AddTruth(const ImageItem& item,
                                ImageRecord* record) const = 0;
};

// Interpreters that one image uses at a time.
struct Lane {
  std::unique_ptr<ModelRunner> test;
  std::unique_ptr<ModelRunner> reference;  // null: no comparison
};

struct PoolOptions {
  int threads = 1;
  // Images that may be decoded and wait for an interpreter.
  int queue = 8;
  // Record images that cannot be loaded or whose outputs are invalid, instead
  // of failing.
  bool skip_bad = false;
};

// A queue long enough that no thread waits for another to decode.
int QueueLength(int threads, size_t lanes);

// How the threads spent their time, in microseconds. "Busy" is their CPU time;
// with interpreters of one thread, nothing else computes.
struct PoolTimes {
  int64_t wall_us = 0;
  int64_t busy_us = 0;
  int64_t waiting_us = 0;    // without anything to do, sum over threads
  int64_t load_us = 0;       // CPU time in Load
  int64_t inference_us = 0;  // CPU time in the interpreters
};

// Notes the latency of the model's last run, and failures of delegates.
void SetRun(const ModelRunner& model, ImagePrediction* prediction);

// Evaluates the images with a pool of threads. Each thread runs the model on a
// decoded image if there is one and a lane is free, and otherwise decodes the
// next image if the queue has space: decoding and inference overlap, and no
// thread waits while either can go on.
//
// `done` receives each record, in the order of completion, from one thread at a
// time; its error ends the run. The first error is returned after all threads
// have stopped.
base::Status EvaluateImages(
    const std::vector<ImageItem>& items, const ImageSteps& steps,
    std::vector<Lane>* lanes, const PoolOptions& options,
    const std::function<base::Status(ImageRecord)>& done, PoolTimes* times);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_RUN_IMAGE_POOL_H_
