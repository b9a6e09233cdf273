#ifndef DELEGATES_EDGETPU_PIPELINE_PIPELINED_MODEL_RUNNER_H_
#define DELEGATES_EDGETPU_PIPELINE_PIPELINED_MODEL_RUNNER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"

namespace edgetpu {

// The bytes of tensors, by name.
using NamedTensors = std::map<std::string, std::vector<uint8_t>>;

// Runs the segments of a model (edgetpu_compiler --num_segments), each on a
// device of its own: while a segment works on one request, the one before it
// works on the next. Each segment has a thread. Results come in the order of
// the requests.
//
//   auto runner = PipelinedModelRunner::Create(interpreters);  // in order
//   (*runner)->Push(inputs);                // on one thread
//   auto outputs = (*runner)->Pop();        // on the same or on another
//
// Segments are connected by the names of their tensors: an input of a segment
// is the output of that name of an earlier segment or, if there is none, an
// input of the model. Any number of segments may read a tensor.
class PipelinedModelRunner {
 public:
  // Does not own the interpreters, whose tensors are allocated. Nothing else
  // may use them meanwhile. Up to `queue` requests wait before each segment.
  //
  // Invalid, with the name of the tensor, if two segments write it, a segment
  // reads it before another one writes it, or its readers and its writer
  // disagree about its type or size. A segment that returns one of its inputs
  // does not write it.
  static tflite::base::StatusOr<std::unique_ptr<PipelinedModelRunner>> Create(
      const std::vector<tflite::Interpreter*>& segments, size_t queue = 2);
  // Waits for the segments that are running. Requests that have not been popped
  // are lost. No thread may be in Push or Pop.
  ~PipelinedModelRunner();

  // Waits while the first queue is full. Invalid after Close. Inputs that the
  // model does not have are ignored.
  tflite::base::Status Push(NamedTensors inputs);

  // The outputs of the last segment, and those of others that no segment reads.
  // Waits for the next result. An error if the request failed, with the number
  // of the segment; the segments behind it are left out, and other requests are
  // not affected. NotFound when no request is left after Close.
  tflite::base::StatusOr<NamedTensors> Pop();

  // No more requests will come; those that are under way are finished.
  void Close();

 private:
  class Pipeline;
  explicit PipelinedModelRunner(std::unique_ptr<Pipeline> pipeline);
  const std::unique_ptr<Pipeline> pipeline_;
};

}  // namespace edgetpu

#endif  // DELEGATES_EDGETPU_PIPELINE_PIPELINED_MODEL_RUNNER_H_
