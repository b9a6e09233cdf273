#include "testing/kernel_tests/eigen_support.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "testing/kernel_tests/eigen_spatial_convolutions.h"
#include "testing/kernel_tests/model/fatal.h"

namespace tflite {
namespace eigen_support {
namespace {

constexpr int kDefaultThreads = 4;

int ThreadsFor(const TfLiteContext& context) {
  const int recommended = context.recommended_num_threads;
  return recommended == -1 ? kDefaultThreads : std::max(recommended, 1);
}

// A pool of threads; with one thread, tasks run on the caller's thread.
class Threads : public Eigen::ThreadPoolInterface {
 public:
  explicit Threads(int count) {
    if (count > 1) pool_ = std::make_unique<Eigen::ThreadPool>(count);
  }
  void Schedule(std::function<void()> task) override {
    if (pool_ == nullptr) {
      task();
    } else {
      pool_->Schedule(std::move(task));
    }
  }
  int NumThreads() const override {
    return pool_ == nullptr ? 1 : pool_->NumThreads();
  }
  int CurrentThreadId() const override {
    return pool_ == nullptr ? 0 : pool_->CurrentThreadId();
  }

 private:
  std::unique_ptr<Eigen::ThreadPool> pool_;
};

class EigenContext : public TfLiteExternalContext {
 public:
  explicit EigenContext(int threads)
      : TfLiteExternalContext(), threads_(threads) {
    type = kTfLiteEigenContext;
    Refresh = [](TfLiteContext* context) {
      EigenContext* self = Of(context);
      if (self != nullptr) self->SetThreads(ThreadsFor(*context));
      return kTfLiteOk;
    };
  }

  static EigenContext* Of(TfLiteContext* context) {
    return static_cast<EigenContext*>(
        context->GetExternalContext(context, kTfLiteEigenContext));
  }

  const Eigen::ThreadPoolDevice* Device() {
    if (device_ == nullptr) {
      pool_ = std::make_unique<Threads>(threads_);
      device_ =
          std::make_unique<Eigen::ThreadPoolDevice>(pool_.get(), threads_);
    }
    return device_.get();
  }

  int users = 0;

 private:
  void SetThreads(int threads) {
    if (threads == threads_) return;
    threads_ = threads;
    device_ = nullptr;
    pool_ = nullptr;
  }

  int threads_;
  std::unique_ptr<Threads> pool_;  // outlives the device
  std::unique_ptr<Eigen::ThreadPoolDevice> device_;
};

EigenContext* Required(TfLiteContext* context) {
  EigenContext* eigen = EigenContext::Of(context);
  if (eigen == nullptr) {
    kernel_tests::Fatal("IncrementUsageCounter was not called");
  }
  return eigen;
}

}  // namespace

void IncrementUsageCounter(TfLiteContext* context) {
  if (EigenContext::Of(context) == nullptr) {
    context->SetExternalContext(context, kTfLiteEigenContext,
                                new EigenContext(ThreadsFor(*context)));
  }
  ++Required(context)->users;
}

void DecrementUsageCounter(TfLiteContext* context) {
  EigenContext* eigen = Required(context);
  if (--eigen->users > 0) return;
  context->SetExternalContext(context, kTfLiteEigenContext, nullptr);
  delete eigen;
}

const Eigen::ThreadPoolDevice* GetThreadPoolDevice(TfLiteContext* context) {
  return Required(context)->Device();
}

}  // namespace eigen_support
}  // namespace tflite
