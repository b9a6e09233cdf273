#ifndef TOOLS_EVALUATION_RUN_PROGRESS_H_
#define TOOLS_EVALUATION_RUN_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

namespace tflite {
namespace evaluation {

// "37/100 images, 12.5/s, top-1 71.2 %, 0:05 left". `resumed` images of the
// `done` ones were done before `seconds` began. An empty metric is left out.
std::string ProgressText(int64_t done, int64_t resumed, int64_t total,
                         double seconds, const std::string& metric);

// A line of progress on standard error: rewritten in place on a terminal, a new
// line every ten seconds elsewhere. Standard output, which may be the same
// terminal, has the results only.
class Progress {
 public:
  // `metric` is called now and then for the running metric; seldom enough that
  // it takes no more than a hundredth of the time. `to` is for tests.
  Progress(int64_t total, int64_t resumed, std::function<std::string()> metric,
           std::FILE* to = stderr);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Update(int64_t done);

  // Calls a function that writes whole lines to standard output or standard
  // error: on a terminal, they come to stand above the line of progress.
  void Above(const std::function<void()>& print);

 private:
  using Clock = std::chrono::steady_clock;
  void Print(int64_t done);
  void Show();

  std::FILE* const to_;

  const int64_t total_;
  const int64_t resumed_;
  const std::function<std::string()> metric_;
  const bool terminal_;
  const Clock::time_point start_;
  Clock::time_point next_;
  std::string text_;  // what stands on the terminal
};

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_RUN_PROGRESS_H_
