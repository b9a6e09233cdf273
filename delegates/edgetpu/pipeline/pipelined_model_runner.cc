#include "delegates/edgetpu/pipeline/pipelined_model_runner.h"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <system_error>
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

bool Holds(const TfLiteTensor& tensor, const std::vector<uint8_t>& bytes) {
  return std::equal(bytes.begin(), bytes.end(), tensor.data.uint8,
                    tensor.data.uint8 + tensor.bytes);
}

Status CopyInputs(const NamedTensors& tensors, Interpreter* segment) {
  for (size_t i = 0; i < segment->inputs().size(); ++i) {
    TfLiteTensor& to = *segment->input_tensor(i);
    const auto from = tensors.find(NameOf(to));
    // A constant is in read-only memory and keeps its contents.
    if (to.allocation_type == kTfLiteMmapRo) {
      if (from == tensors.end() || Holds(to, from->second)) continue;
      return Invalid("tensor '", NameOf(to), "' is a constant of the segment");
    }
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

// A tensor of the model, by its name: the segments that use it.
struct Use {
  int writer = -1;  // -1: an input of the model
  size_t first_reader = SIZE_MAX, last_reader = 0;
  TfLiteType type = kTfLiteNoType;
  size_t bytes = 0;
};

std::string WhoHas(const Use& use) {
  return use.writer < 0 ? StrCat("segment ", use.first_reader, " reads")
                        : StrCat("segment ", use.writer, " writes");
}

// How segments are connected.
class Wiring {
 public:
  Status Add(const Interpreter& segment, size_t s) {
    std::set<std::string> names;
    std::set<int> known;  // tensors; one may be listed twice
    for (const int index : segment.inputs()) {
      if (!known.insert(index).second) continue;
      const TfLiteTensor& t = *segment.tensor(index);
      const Status added = names.insert(NameOf(t)).second
                               ? AddInput(t, s)
                               : Invalid("another input has this name");
      if (!added.ok()) return Explained(added, s, "input", t);
    }
    for (const int index : segment.outputs()) {
      const TfLiteTensor& t = *segment.tensor(index);
      returned_.insert({s, NameOf(t)});
      if (!known.insert(index).second) continue;
      const Status added = AddOutput(t, s);
      if (!added.ok()) return Explained(added, s, "output", t);
    }
    return OkStatus();
  }

  // Whether a segment of the model reads this input.
  bool Reads(const std::string& name) const {
    const auto use = uses_.find(name);
    return use != uses_.end() && use->second.writer < 0;
  }

  // The tensors that are needed no more behind segment `s` of `count`.
  std::vector<std::string> LastReadBy(size_t s, size_t count) const {
    std::vector<std::string> names;
    for (const auto& [name, use] : uses_) {
      if (use.first_reader == SIZE_MAX || use.last_reader != s) continue;
      if (returned_.count({count - 1, name}) == 0) names.push_back(name);
    }
    return names;
  }

 private:
  static Status Explained(const Status& status, size_t s, const char* what,
                          const TfLiteTensor& t) {
    return Annotate(status,
                    StrCat("segment ", s, ", ", what, " '", NameOf(t), "'"));
  }

  Status AddInput(const TfLiteTensor& t, size_t s) {
    const auto [at, added] = uses_.emplace(NameOf(t), Use());
    Use& use = at->second;
    if (added) {
      use.type = t.type;
      use.bytes = t.bytes;
    } else if (use.type != t.type || use.bytes != t.bytes) {
      return Invalid("it has ", t.bytes, " bytes of ",
                     TfLiteTypeGetName(t.type), ", but ", WhoHas(use), " ",
                     use.bytes, " bytes of ", TfLiteTypeGetName(use.type));
    }
    use.first_reader = std::min(use.first_reader, s);
    use.last_reader = s;
    return OkStatus();
  }

  Status AddOutput(const TfLiteTensor& t, size_t s) {
    Use use;
    use.writer = static_cast<int>(s);
    use.type = t.type;
    use.bytes = t.bytes;
    const auto [at, added] = uses_.emplace(NameOf(t), use);
    if (added) return OkStatus();
    return Invalid(WhoHas(at->second), " another tensor of this name");
  }

  std::map<std::string, Use> uses_;
  std::set<std::pair<size_t, std::string>> returned_;  // by segment
};

}  // namespace

class PipelinedModelRunner::Pipeline {
 public:
  Pipeline(std::vector<Interpreter*> segments, Wiring wiring, size_t queue)
      : segments_(std::move(segments)), wiring_(std::move(wiring)) {
    for (size_t s = 0; s <= segments_.size(); ++s) {
      queues_.push_back(
          std::make_unique<RequestQueue>(std::max<size_t>(queue, 1)));
    }
    for (size_t s = 0; s < segments_.size(); ++s) {
      last_read_.push_back(wiring_.LastReadBy(s, segments_.size()));
    }
  }

  ~Pipeline() {
    for (const auto& queue : queues_) queue->Cancel();
    for (std::thread& thread : threads_) thread.join();
  }

  Status Start() {
    try {
      for (size_t s = 0; s < segments_.size(); ++s) {
        threads_.emplace_back([this, s] { Work(s); });
      }
    } catch (const std::system_error&) {
      return tflite::base::ResourceExhausted("no thread for segment ",
                                             threads_.size());
    }
    return OkStatus();
  }

  RequestQueue& first() { return *queues_.front(); }
  RequestQueue& last() { return *queues_.back(); }
  const Wiring& wiring() const { return wiring_; }

 private:
  void Work(size_t s) {
    while (std::optional<Request> request = queues_[s]->Pop()) {
      if (request->status.ok()) {
        try {
          request->status =
              Annotate(RunSegment(segments_[s], &request->tensors),
                       StrCat("segment ", s));
        } catch (const std::bad_alloc&) {
          request->status =
              tflite::base::ResourceExhausted("not enough memory");
        }
        for (const std::string& name : last_read_[s]) {
          request->tensors.erase(name);
        }
      }
      if (!queues_[s + 1]->Push(*std::move(request))) return;
    }
    queues_[s + 1]->Close();
  }

  const std::vector<Interpreter*> segments_;
  const Wiring wiring_;
  std::vector<std::vector<std::string>> last_read_;  // by each segment
  // Before each segment, and behind the last one.
  std::vector<std::unique_ptr<RequestQueue>> queues_;
  std::vector<std::thread> threads_;
};

PipelinedModelRunner::PipelinedModelRunner(std::unique_ptr<Pipeline> pipeline)
    : pipeline_(std::move(pipeline)) {}

PipelinedModelRunner::~PipelinedModelRunner() = default;

StatusOr<std::unique_ptr<PipelinedModelRunner>> PipelinedModelRunner::Create(
    const std::vector<Interpreter*>& segments, size_t queue) {
  if (segments.empty()) return Invalid("a pipeline needs a segment");
  Wiring wiring;
  for (size_t s = 0; s < segments.size(); ++s) {
    const auto begin = segments.begin();
    const auto end = begin + static_cast<ptrdiff_t>(s);
    if (segments[s] == nullptr || std::find(begin, end, segments[s]) != end) {
      return Invalid("segment ", s, " has no interpreter of its own");
    }
    TFLL_RETURN_IF_ERROR(wiring.Add(*segments[s], s));
  }
  auto pipeline =
      std::make_unique<Pipeline>(segments, std::move(wiring), queue);
  TFLL_RETURN_IF_ERROR(pipeline->Start());
  return std::unique_ptr<PipelinedModelRunner>(
      new PipelinedModelRunner(std::move(pipeline)));
}

Status PipelinedModelRunner::Push(NamedTensors inputs) {
  for (auto input = inputs.begin(); input != inputs.end();) {
    input = pipeline_->wiring().Reads(input->first) ? std::next(input)
                                                    : inputs.erase(input);
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
