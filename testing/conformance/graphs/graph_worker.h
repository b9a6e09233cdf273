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

// Runs random graphs in another process of this program. A crash or hang is an
// error of its graph, and the next graph gets a new process.
class GraphWorker {
 public:
  // `arguments` are those of this program. A graph that takes longer than
  // `seconds` is considered to hang.
  GraphWorker(std::vector<std::string> arguments, int seconds)
      : arguments_(std::move(arguments)), seconds_(seconds) {}
  ~GraphWorker() { Stop(); }
  GraphWorker(const GraphWorker&) = delete;
  GraphWorker& operator=(const GraphWorker&) = delete;

  base::Status Run(uint64_t seed);

  // Additional flag of the other process; its value is the number of its
  // socket.
  static constexpr char kFlag[] = "graph_worker";
  // The main function of the other process: for each received seed, replies
  // with the result of `run`, until the socket is closed.
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
