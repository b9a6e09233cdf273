#include "tensorflow_lite_lite/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <system_error>

namespace tflite::base {
namespace {

// How long a thread spins before it sleeps. The operators of a network follow
// each other within microseconds, whereas waking a sleeping thread takes tens
// of microseconds; spinning longer would take processor time from other
// processes.
constexpr std::chrono::microseconds kSpinTime(100);
constexpr int kSpins = 64;  // between reads of the clock
// After kKeepTime, longer than most waits, a thread that spins offers its core
// to others each time it has read the clock: not earlier, as they would take it
// for milliseconds. Where one of them took it for longer than kCrowdedTime,
// there are more threads than cores, and spinning only keeps those from running
// that have work, among them perhaps the one that is waited for.
constexpr std::chrono::microseconds kKeepTime(60);
constexpr std::chrono::microseconds kCrowdedTime(10);
// More ranges even out unequal progress; fewer are cheaper to distribute.
constexpr int64_t kRangesPerThread = 4;

// The fields of next_: ranges not taken yet, ranges taken from the front,
// active workers, and whether the caller sleeps until no worker is active. 24,
// 24, 14 and 1 bits, so that all fit one atomic 64-bit integer.
constexpr int kPartBits = 24;
constexpr int64_t kLeft = 1;
constexpr int64_t kFront = kLeft << kPartBits;
constexpr int64_t kWorker = kFront << kPartBits;
constexpr int64_t kCallerSleeps = kWorker << 14;
constexpr int kMaxThreads = (1 << 14) - 1;
constexpr int kMaxRanges = (1 << kPartBits) - 1;

inline int64_t Left(int64_t next) { return next & kMaxRanges; }
inline int64_t Front(int64_t next) { return next >> kPartBits & kMaxRanges; }
inline int64_t Workers(int64_t next) {
  return next >> 2 * kPartBits & kMaxThreads;
}

thread_local const ThreadPool* worker_of = nullptr;

inline void Pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

// Spins; returns whether `done` became true in time. Ends early where other
// threads need the core.
template <typename Done>
bool SpinUntil(const Done& done) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin{};
  for (;;) {
    for (int i = 0; i < kSpins; ++i) {
      if (done()) return true;
      Pause();
    }
    const Clock::time_point now = Clock::now();
    if (begin == Clock::time_point{}) begin = now;
    if (now - begin < kKeepTime) continue;
    if (now - begin >= kSpinTime) return false;
    std::this_thread::yield();
    if (Clock::now() - now > kCrowdedTime) return done();
  }
}

// A loop's body whose first exception is kept until the loop ends: nobody could
// catch one that leaves a worker's thread.
class Caught {
 public:
  using Body = std::function<void(int64_t, int64_t)>;
  explicit Caught(const Body& body) : body_(body) {}
  void Run(int64_t begin, int64_t end) {
    try {
      body_(begin, end);
    } catch (...) {
      if (!caught_.exchange(true)) exception_ = std::current_exception();
    }
  }
  void Rethrow() const {
    if (exception_ != nullptr) std::rethrow_exception(exception_);
  }

 private:
  const Body& body_;
  std::atomic<bool> caught_{false};
  std::exception_ptr exception_;
};

}  // namespace

ThreadPool::~ThreadPool() { StopWorkers(); }

void ThreadPool::SetNumThreads(int threads) {
  threads = std::clamp(threads, 1, kMaxThreads);
  if (threads == num_threads_) return;
  StopWorkers();
  num_threads_ = threads;
}

void ThreadPool::StartWorkers() {
  if (!workers_.empty()) return;
  stop_ = false;
  for (int i = 1; i < num_threads_; ++i) {
    try {
      workers_.emplace_back([this] { Work(); });
    } catch (const std::system_error&) {
      return;  // No more threads available: fewer share the work.
    }
  }
}

void ThreadPool::StopWorkers() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  start_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
}

// The caller takes ranges from the front, the first one before it starts, and
// the workers take them from the back. A loop over data that an earlier loop
// wrote thus finds most of it in the same caches. A worker counts as active
// from its first range on: one that wakes up late finds none left, and nobody
// waits for it.
void ThreadPool::RunRanges() {
  // Belongs to the loop that the range was taken from, not to an earlier one.
  const auto run = [this](int64_t i) {
    const int64_t each = count_ / ranges_, rest = count_ % ranges_;
    (*body_)(i * each + i * rest / ranges_,
             (i + 1) * each + (i + 1) * rest / ranges_);
  };
  const bool is_worker = worker_of == this;
  bool at_work = !is_worker;
  if (!is_worker) run(0);
  int64_t next = next_.load();
  while (Left(next) > 0) {
    const int64_t part = !is_worker ? kFront : at_work ? 0 : kWorker;
    if (!next_.compare_exchange_weak(next, next - kLeft + part)) continue;
    at_work = true;
    run(Front(next) + (is_worker ? Left(next) - 1 : 0));
    next = next_.load();
  }
  if (!is_worker || !at_work) return;
  next = next_.fetch_sub(kWorker);
  if (Workers(next) == 1 && (next & kCallerSleeps) != 0) {
    std::lock_guard<std::mutex> lock(mutex_);
    done_.notify_one();
  }
}

void ThreadPool::Work() {
  worker_of = this;
  cores_.Start();
  const auto started = [this] { return Left(next_.load()) > 0; };
  for (;;) {
    if (!SpinUntil(started)) {
      std::unique_lock<std::mutex> lock(mutex_);
      // Either this thread sees the next loop, or its caller sees the sleeper.
      sleepers_.fetch_add(1);
      // A thread that wakes up too late for a loop spins for the next one: if
      // it slept again, it would be late for each loop of a few microseconds.
      const uint64_t wakes = wakes_;
      start_.wait(lock, [&] { return stop_ || started() || wakes_ != wakes; });
      sleepers_.fetch_sub(1);
      const bool stop = stop_;
      lock.unlock();
      cores_.Woken();
      if (stop) return cores_.End();
    }
    RunRanges();
  }
}

void ThreadPool::ParallelFor(
    int64_t count, int64_t grain,
    const std::function<void(int64_t, int64_t)>& body) {
  if (count <= 0) return;
  grain = std::max<int64_t>(1, grain);
  const int64_t threads = num_threads_;
  int64_t ranges = std::min<int64_t>(
      {count / grain, threads * kRangesPerThread, kMaxRanges});
  // Give each thread the same number of ranges.
  if (ranges > threads) ranges -= ranges % threads;
  if (threads == 1 || ranges <= 1 || running_) {
    body(0, count);
    return;
  }
  StartWorkers();
  running_ = true;
  Caught caught(body);
  const std::function<void(int64_t, int64_t)> run =
      [&caught](int64_t begin, int64_t end) { caught.Run(begin, end); };
  body_ = &run;
  count_ = count;
  ranges_ = ranges;
  next_.store((ranges - 1) * kLeft + kFront);
  if (sleepers_.load() > 0) {
    cores_.BeforeWaking();
    {
      // Threads between their check of next_ and their sleep hold it.
      std::lock_guard<std::mutex> lock(mutex_);
      ++wakes_;
    }
    start_.notify_all();
  }
  RunRanges();
  const auto done = [this] { return Workers(next_.load()) == 0; };
  if (!SpinUntil(done)) {
    std::unique_lock<std::mutex> lock(mutex_);
    next_.fetch_or(kCallerSleeps);
    done_.wait(lock, done);
  }
  running_ = false;
  caught.Rethrow();
}

}  // namespace tflite::base
