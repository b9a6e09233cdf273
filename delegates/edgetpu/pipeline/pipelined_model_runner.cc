#include "delegates/edgetpu/pipeline/pipelined_model_runner.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <thread>
#include <utility>

namespace edgetpu {

using tflite::Interpreter;
using tflite::base::Invalid;
using tflite::base::OkStatus;
using tflite::base::Status;
using tflite::base::StatusOr;
using tflite::base::StrCat;

namespace {

// A request between two segments.
struct Request {
  NamedTensors tensors;
  Status status;
};

// A queue of limited length. After Close, what is in it can be taken; after
// Cancel, nothing.
class RequestQueue {
 public:
  explicit RequestQueue(size_t most) : most_(most) {}

  // False if the queue is closed.
  bool Push(Request request) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || requests_.size() < most_; });
    if (closed_) return false;
    requests_.push_back(std::move(request));
    changed_.notify_all();
    return true;
  }

  // Nothing if the queue is closed and empty.
  std::optional<Request> Pop() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !requests_.empty(); });
    if (requests_.empty()) return std::nullopt;
    std::optional<Request> request(std::move(requests_.front()));
    requests_.pop_front();
    changed_.notify_all();
    return request;
  }

  void Close() {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

  void Cancel() {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    requests_.clear();
    changed_.notify_all();
  }

 private:
  const size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Request> requests_;
  bool closed_ = false;
};

std::string NameOf(const TfLiteTensor& tensor) {
  return tensor.name == nullptr ? "" : tensor.name;
}

Status CopyInputs(const NamedTensors& tensors, Interpreter* segment) {
  for (size_t i = 0; i < segment->inputs().size(); ++i) {
    TfLiteTensor& to = *segment->input_tensor(i);
    const auto from = tensors.find(NameOf(to));
    if (from == tensors.end()) {
      return Invalid("there is no tensor '", NameOf(to), "'");
    }
    if (from->second.size() != to.bytes) {
      return Invalid("tensor '", NameOf(to), "' has ", from->second.size(),
                     " bytes in place of ", to.bytes);
    }
    if (to.bytes > 0) std::memcpy(to.data.raw, from->second.data(), to.bytes);
  }
  return OkStatus();
}

Status RunSegment(Interpreter* segment, NamedTensors* tensors) {
  const Status copied = CopyInputs(*tensors, segment);
  if (!copied.ok()) return copied;
  if (segment->Invoke() != kTfLiteOk) return Invalid("it cannot be run");
  for (size_t i = 0; i < segment->outputs().size(); ++i) {
    const TfLiteTensor& from = *segment->output_tensor(i);
    (*tensors)[NameOf(from)].assign(from.data.raw, from.data.raw + from.bytes);
  }
  return OkStatus();
}

// The same; an error if there is not enough memory.
Status RunIfMemory(Interpreter* segment, NamedTensors* tensors) {
  try {
    return RunSegment(segment, tensors);
  } catch (const std::bad_alloc&) {
    return tflite::base::ResourceExhausted("not enough memory");
  }
}

// The names of tensors that segments from each one on still read.
std::vector<std::set<std::string>> NamesRead(
    const std::vector<Interpreter*>& segments) {
  std::vector<std::set<std::string>> names(segments.size() + 1);
  for (size_t s = segments.size(); s-- > 0;) {
    names[s] = names[s + 1];
    for (size_t i = 0; i < segments[s]->inputs().size(); ++i) {
      names[s].insert(NameOf(*segments[s]->input_tensor(i)));
    }
  }
  return names;
}

}  // namespace

class PipelinedModelRunner::Pipeline {
 public:
  Pipeline(const std::vector<Interpreter*>& segments, size_t queue)
      : segments_(segments), read_(NamesRead(segments)) {
    for (size_t s = 0; s <= segments.size(); ++s) {
      queues_.push_back(
          std::make_unique<RequestQueue>(std::max<size_t>(queue, 1)));
    }
    for (size_t s = 0; s < segments.size(); ++s) {
      threads_.emplace_back([this, s] { Work(s); });
    }
  }

  ~Pipeline() {
    for (const auto& queue : queues_) queue->Cancel();
    for (std::thread& thread : threads_) thread.join();
  }

  RequestQueue& first() { return *queues_.front(); }
  RequestQueue& last() { return *queues_.back(); }
  bool Reads(const std::string& name) const {
    return read_.front().count(name) != 0;
  }

 private:
  void Work(size_t s) {
    while (std::optional<Request> request = queues_[s]->Pop()) {
      if (request->status.ok()) {
        const Status run = RunIfMemory(segments_[s], &request->tensors);
        if (!run.ok()) {
          request->status = Annotate(run, StrCat("segment ", s));
        }
        Forget(s, &request->tensors);
      }
      if (!queues_[s + 1]->Push(*std::move(request))) return;
    }
    queues_[s + 1]->Close();
  }

  // Removes what segment `s` was the last one to read.
  void Forget(size_t s, NamedTensors* tensors) const {
    for (const std::string& name : read_[s]) {
      if (read_[s + 1].count(name) == 0) tensors->erase(name);
    }
  }

  const std::vector<Interpreter*> segments_;
  const std::vector<std::set<std::string>> read_;
  // Before each segment, and behind the last one.
  std::vector<std::unique_ptr<RequestQueue>> queues_;
  std::vector<std::thread> threads_;
};

PipelinedModelRunner::PipelinedModelRunner(
    const std::vector<Interpreter*>& segments, size_t queue)
    : pipeline_(std::make_unique<Pipeline>(segments, queue)) {}

PipelinedModelRunner::~PipelinedModelRunner() = default;

Status PipelinedModelRunner::Push(NamedTensors inputs) {
  for (auto input = inputs.begin(); input != inputs.end();) {
    input =
        pipeline_->Reads(input->first) ? std::next(input) : inputs.erase(input);
  }
  if (pipeline_->first().Push({std::move(inputs), OkStatus()})) {
    return OkStatus();
  }
  return Invalid("the pipeline is closed");
}

StatusOr<NamedTensors> PipelinedModelRunner::Pop() {
  std::optional<Request> request = pipeline_->last().Pop();
  if (!request.has_value()) {
    return Status(tflite::base::StatusCode::kNotFound, "no request is left");
  }
  if (!request->status.ok()) return request->status;
  return std::move(request->tensors);
}

void PipelinedModelRunner::Close() { pipeline_->first().Close(); }

}  // namespace edgetpu
