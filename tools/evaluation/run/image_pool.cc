#include "tools/evaluation/run/image_pool.h"

#include <time.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace tflite {
namespace evaluation {
namespace {

// CPU time of this thread.
int64_t CpuMicros() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return int64_t{now.tv_sec} * 1000000 + now.tv_nsec / 1000;
}

// An image between decoding and inference.
struct Decoded {
  const ImageItem* item = nullptr;
  base::Status status;
  std::string bytes;
  int64_t load_us = 0;
};

class Pool {
 public:
  Pool(const std::vector<ImageItem>& items, const ImageSteps& steps,
       std::vector<Lane>* lanes, const PoolOptions& options,
       const std::function<base::Status(ImageRecord)>& done)
      : items_(items), steps_(steps), options_(options), done_(done) {
    for (Lane& lane : *lanes) free_lanes_.push_back(&lane);
  }

  base::Status Run(PoolTimes* times) {
    const int64_t start = NowMicros();
    std::vector<std::thread> threads;
    try {
      for (int i = 1; i < options_.threads; ++i) {
        threads.emplace_back([this] { Work(); });
      }
    } catch (const std::system_error&) {
      // The system gives no more; fewer do the same.
    }
    Work();
    for (std::thread& thread : threads) thread.join();
    times_.wall_us = NowMicros() - start;
    if (times != nullptr) *times = times_;
    return error_;
  }

 private:
  enum class Job { kInference, kDecoding, kNone };

  void Work() {
    const int64_t cpu_start = CpuMicros();
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      Job job = Job::kNone;
      const int64_t start = NowMicros();
      changed_.wait(lock, [&] { return Finished() || Choose(&job); });
      times_.waiting_us += NowMicros() - start;
      if (job == Job::kNone) break;
      const base::Status status =
          job == Job::kInference ? Infer(&lock) : Decode(&lock);
      error_.Update(status);
      changed_.notify_all();
    }
    times_.busy_us += CpuMicros() - cpu_start;
  }

  bool Finished() const { return !error_.ok() || finished_ == items_.size(); }

  bool Choose(Job* job) const {
    if (!decoded_.empty() && !free_lanes_.empty()) {
      *job = Job::kInference;
    } else if (next_ < items_.size() &&
               decoding_ + decoded_.size() <
                   static_cast<size_t>(std::max(1, options_.queue))) {
      *job = Job::kDecoding;
    }
    return *job != Job::kNone;
  }

  base::Status Decode(std::unique_lock<std::mutex>* lock) {
    Decoded image;
    image.item = &items_[next_++];
    ++decoding_;
    lock->unlock();
    const int64_t start = NowMicros(), cpu_start = CpuMicros();
    auto bytes = steps_.Load(*image.item);
    image.load_us = NowMicros() - start;
    const int64_t cpu = CpuMicros() - cpu_start;
    if (bytes.ok()) image.bytes = *std::move(bytes);
    image.status = bytes.status();
    lock->lock();
    times_.load_us += cpu;
    --decoding_;
    decoded_.push_back(std::move(image));
    return base::OkStatus();
  }

  base::Status Infer(std::unique_lock<std::mutex>* lock) {
    Decoded image = std::move(decoded_.front());
    decoded_.pop_front();
    Lane* lane = free_lanes_.back();
    free_lanes_.pop_back();
    lock->unlock();
    const int64_t cpu_start = CpuMicros();
    ImageRecord record;
    const base::Status status = Fill(image, lane, &record);
    image = {};  // while other threads go on
    const int64_t cpu = CpuMicros() - cpu_start;
    lock->lock();
    times_.inference_us += cpu;
    free_lanes_.push_back(lane);
    if (!status.ok()) return status;
    done_records_.push_back(std::move(record));
    changed_.notify_all();
    return PassOn(lock);
  }

  // Another thread that is here already also takes the new records: no thread
  // waits for the disk but one.
  base::Status PassOn(std::unique_lock<std::mutex>* lock) {
    if (passing_on_) return base::OkStatus();
    passing_on_ = true;
    base::Status status;
    while (status.ok() && !done_records_.empty()) {
      ImageRecord record = std::move(done_records_.front());
      done_records_.pop_front();
      lock->unlock();
      status = done_(std::move(record));
      lock->lock();
      ++finished_;
    }
    passing_on_ = false;
    return status;
  }

  base::Status Fill(const Decoded& image, Lane* lane,
                    ImageRecord* record) const {
    record->set_index(image.item->index);
    record->set_path(image.item->path);
    record->set_preprocessing_us(image.load_us);
    base::Status bad = image.status;
    if (bad.ok()) {
      TFLL_RETURN_IF_ERROR(base::Annotate(
          RunModel(image.bytes, lane->test.get()), image.item->path));
      bad = Predict(*image.item, *lane->test, record->mutable_prediction());
    }
    if (bad.ok() && lane->reference != nullptr) {
      TFLL_RETURN_IF_ERROR(base::Annotate(
          RunModel(image.bytes, lane->reference.get()), image.item->path));
      bad = Predict(*image.item, *lane->reference, record->mutable_reference());
    }
    if (bad.ok()) return steps_.AddTruth(*image.item, record);
    if (!options_.skip_bad) return bad;
    record->set_error(std::string(bad.message()));
    record->clear_prediction();
    record->clear_reference();
    return base::OkStatus();
  }

  static base::Status RunModel(const std::string& input, ModelRunner* model) {
    TFLL_RETURN_IF_ERROR(model->ResetVariables());
    TFLL_RETURN_IF_ERROR(model->SetInput(0, input));
    return model->Run();
  }

  base::Status Predict(const ImageItem& item, const ModelRunner& model,
                       ImagePrediction* prediction) const {
    SetRun(model, prediction);
    return base::Annotate(steps_.Read(model, prediction), item.path);
  }

  const std::vector<ImageItem>& items_;
  const ImageSteps& steps_;
  const PoolOptions options_;
  const std::function<base::Status(ImageRecord)>& done_;

  std::mutex mutex_;  // for what follows
  std::condition_variable changed_;
  std::vector<Lane*> free_lanes_;
  std::deque<Decoded> decoded_;
  std::deque<ImageRecord> done_records_;
  bool passing_on_ = false;
  size_t next_ = 0;
  size_t decoding_ = 0;
  size_t finished_ = 0;
  base::Status error_;
  PoolTimes times_;
};

}  // namespace

int QueueLength(int threads, size_t lanes) {
  return 2 * threads + static_cast<int>(lanes);
}

void SetRun(const ModelRunner& model, ImagePrediction* prediction) {
  if (model.last_us()) prediction->set_inference_us(*model.last_us());
  if (model.fallbacks() > 0) prediction->set_fallbacks(model.fallbacks());
}

base::Status EvaluateImages(
    const std::vector<ImageItem>& items, const ImageSteps& steps,
    std::vector<Lane>* lanes, const PoolOptions& options,
    const std::function<base::Status(ImageRecord)>& done, PoolTimes* times) {
  return Pool(items, steps, lanes, options, done).Run(times);
}

}  // namespace evaluation
}  // namespace tflite
