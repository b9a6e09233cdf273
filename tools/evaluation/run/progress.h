#ifndef TOOLS_EVALUATION_RUN_PROGRESS_H_
#define TOOLS_EVALUATION_RUN_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace tflite {
namespace evaluation {

// "37/100 images, 12.5/s, top-1 71.2 %, 0:05 left". `resumed` images of the
// `done` ones were done before `seconds` began. An empty metric is left out.
std::string ProgressText(int64_t done, int64_t resumed, int64_t total,
                         double seconds, const std::string& metric);

// A line of progress on standard error: rewritten in place on a terminal, a new
// line every ten seconds elsewhere. Standard output has the results only.
class Progress {
 public:
  // `metric` is called now and then for the running metric; seldom enough that
  // it takes no more than a hundredth of the time.
  Progress(int64_t total, int64_t resumed, std::function<std::string()> metric);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Update(int64_t done);

 private:
  using Clock = std::chrono::steady_clock;
  void Print(int64_t done);

  const int64_t total_;
  const int64_t resumed_;
  const std::function<std::string()> metric_;
  const bool terminal_;
  const Clock::time_point start_;
  Clock::time_point next_;
  bool printed_ = false;
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_RUN_PROGRESS_H_
