#ifndef TESTING_CONFORMANCE_GRAPHS_GRAPH_WORKER_H_
#define TESTING_CONFORMANCE_GRAPHS_GRAPH_WORKER_H_

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace conformance {

// Runs random graphs in another process of this program: a crash or hang is an
// error of its graph, and the next graph gets a new process.
class GraphWorker {
 public:
  // The arguments this program was started with. A graph that takes longer than
  // `seconds` is considered to hang.
  GraphWorker(std::vector<std::string> arguments, int seconds)
      : arguments_(std::move(arguments)), seconds_(seconds) {}
  ~GraphWorker() { Stop(); }
  GraphWorker(const GraphWorker&) = delete;
  GraphWorker& operator=(const GraphWorker&) = delete;

  base::Status Run(uint64_t seed);

  // The additional flag of the other process: the number of its socket.
  static constexpr char kFlag[] = "graph_worker";
  // Main function of the other process: replies with the result of `run` for
  // each seed until there are no more.
  static int Serve(int socket,
                   const std::function<base::Status(uint64_t seed)>& run);

 private:
  base::Status Start();
  // Ends the process if it is running; describes how it ended.
  std::string Stop();

  const std::vector<std::string> arguments_;
  const int seconds_;
  pid_t process_ = 0;  // 0: none
  int socket_ = -1;
};

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_GRAPHS_GRAPH_WORKER_H_
