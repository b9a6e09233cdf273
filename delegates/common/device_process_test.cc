// A device that is driven by a separate process through shared memory. Checks
// that delegates/common suits such a device, and that only its partitions fail
// if the process ends.

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "delegates/common/lowered_delegate.h"
#include "gtest/gtest.h"
#include "kernels/unary/unary.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::delegates {
namespace {

using conformance::Case;
using conformance::ExpectSame;
using conformance::kFloat32;
using conformance::NodesLeft;
using conformance::Prepared;
using conformance::Refusals;

constexpr uint32_t kMostElements = 1024;

// The process computes absolute values in place in shared memory. A message
// contains the number of elements, and the answer is the same message.
class DeviceProcess {
 public:
  // The process exits instead of answering the request with this number.
  explicit DeviceProcess(int dies_at = -1) {
    void* memory =
        mmap(nullptr, kMostElements * sizeof(float), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) memory_ = static_cast<float*>(memory);
    int ends[2];
    if (memory_ == nullptr || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
      return;
    }
    pid_ = fork();
    if (pid_ == 0) {
      close(ends[0]);
      Serve(ends[1], dies_at);
    }
    close(ends[1]);
    socket_ = ends[0];
  }

  DeviceProcess(const DeviceProcess&) = delete;
  DeviceProcess& operator=(const DeviceProcess&) = delete;

  ~DeviceProcess() {
    if (socket_ >= 0) close(socket_);
    if (pid_ > 0) waitpid(pid_, nullptr, 0);
    if (memory_ != nullptr) munmap(memory_, kMostElements * sizeof(float));
  }

  void Kill() {
    kill(pid_, SIGKILL);
    waitpid(std::exchange(pid_, -1), nullptr, 0);
  }

  // `count` <= kMostElements.
  Status Abs(const float* in, float* out, uint32_t count) {
    if (socket_ < 0) return Internal("there is no process");
    std::memcpy(memory_, in, count * sizeof(float));
    uint32_t answer;
    if (send(socket_, &count, sizeof(count), MSG_NOSIGNAL) != sizeof(count) ||
        recv(socket_, &answer, sizeof(answer), MSG_WAITALL) != sizeof(answer)) {
      return Internal("the device's process has ended");
    }
    std::memcpy(out, memory_, count * sizeof(float));
    return OkStatus();
  }

 private:
  [[noreturn]] void Serve(int socket, int dies_at) {
    uint32_t count;
    for (int i = 0;
         recv(socket, &count, sizeof(count), MSG_WAITALL) == sizeof(count);
         ++i) {
      if (i == dies_at) raise(SIGKILL);
      for (uint32_t k = 0; k < count; ++k) memory_[k] = std::fabs(memory_[k]);
      if (send(socket, &count, sizeof(count), MSG_NOSIGNAL) < 0) break;
    }
    _exit(0);
  }

  float* memory_ = nullptr;
  int socket_ = -1;
  pid_t pid_ = -1;
};

struct Caps : GraphFacts {};

// One request per node.
class Requests : public PartitionBuilder {
 public:
  using PartitionBuilder::PartitionBuilder;
  struct Request {
    int input, output;
    uint32_t count;
  };
  std::vector<Request> list;
};

StatusOr<uint32_t> PlanAbs(const Unary& op, const NodeView& node,
                           const Caps& caps) {
  if (op.type != kTfLiteFloat32 || op.count > kMostElements) {
    return Unsupported("too large, or no FLOAT32");
  }
  return static_cast<uint32_t>(op.count);
}

void EmitAbs(const uint32_t& count, const NodeView& node, Requests& requests) {
  requests.list.push_back(
      {node.raw()->inputs->data[0], node.raw()->outputs->data[0], count});
}

using Table = LoweringTable<Caps, Requests>;
constexpr Table::Row kRows[] = {
    TFLL_LOWER(Table, Abs, PlanAbs, EmitAbs),
};
constexpr Table kTable(kRows);

class Program : public PartitionProgram {
 public:
  Program(DeviceProcess& process, std::vector<Requests::Request> requests)
      : process_(process), requests_(std::move(requests)) {}

  Status Run(TfLiteContext* context) override {
    for (const Requests::Request& r : requests_) {
      TFLL_RETURN_IF_ERROR(process_.Abs(context->tensors[r.input].data.f,
                                        context->tensors[r.output].data.f,
                                        r.count));
    }
    return OkStatus();
  }

 private:
  DeviceProcess& process_;
  const std::vector<Requests::Request> requests_;
};

class ProcessDelegate : public LoweredDelegate<Caps, Requests> {
 public:
  explicit ProcessDelegate(DeviceProcess& process)
      : LoweredDelegate("ProcessDelegate", {}, kTable, {}), process_(process) {}

  StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition,
      const Caps& caps) override {
    Requests requests(context, partition, caps.statics);
    TFLL_RETURN_IF_ERROR(
        EmitPartition(kTable, context, partition, caps, requests));
    return std::unique_ptr<PartitionProgram>(
        new Program(process_, std::move(requests.list)));
  }

 private:
  DeviceProcess& process_;
};

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

DelegatePtr On(DeviceProcess& process) {
  return {TfLiteDelegateFactory::CreateSimpleDelegate(
              std::make_unique<ProcessDelegate>(process)),
          TfLiteDelegateFactory::DeleteSimpleDelegate};
}

// ABS, NEG, ABS: two partitions.
Case Chain() {
  return Case("Chain", "float32")
      .Op(kTfLiteBuiltinAbs)
      .In(kFloat32, {3, 5})  // tensor 0
      .Inner(kFloat32)
      .Op(kTfLiteBuiltinNeg)
      .Same(1)
      .Inner(kFloat32)
      .Op(kTfLiteBuiltinAbs)
      .Same(2)
      .Out(kFloat32);
}

constexpr char kReason[] = "the device's process has ended";

TEST(DeviceProcess, ComputesItsPartitions) {
  DeviceProcess process;
  const DelegatePtr delegate = On(process);
  const Case c = Chain();
  const auto run = Prepared(c, delegate.get());
  ExpectSame(c, *run);
  EXPECT_EQ(NodesLeft(run->interpreter()), 1);
}

TEST(DeviceProcess, KilledBetweenInvokes) {
  DeviceProcess process;
  const DelegatePtr delegate = On(process);
  const Case c = Chain();
  const auto run = Prepared(c, delegate.get());
  ExpectSame(c, *run);
  process.Kill();
  ExpectSame(c, *run, /*before=*/2);
  EXPECT_EQ(NodesLeft(run->interpreter()), 3);
  EXPECT_TRUE(base::StrContains(Refusals(run->interpreter()), kReason))
      << Refusals(run->interpreter());
}

TEST(DeviceProcess, DiesInARequest) {
  for (const int request : {0, 1, 2, 3}) {
    DeviceProcess process(request);
    const DelegatePtr delegate = On(process);
    const Case c = Chain();
    const auto run = Prepared(c, delegate.get());
    ExpectSame(c, *run);
    ExpectSame(c, *run, /*before=*/2);
    EXPECT_EQ(NodesLeft(run->interpreter()), 3) << request;
  }
}

TEST(DeviceProcess, OthersGoOnWithAnother) {
  DeviceProcess first, second;
  const DelegatePtr on_first = On(first), on_second = On(second);
  const Case c = Chain();
  const auto one = Prepared(c, on_first.get());
  const auto two = Prepared(c, on_second.get());
  first.Kill();
  ExpectSame(c, *one);
  ExpectSame(c, *two);
  EXPECT_EQ(NodesLeft(one->interpreter()), 3);
  EXPECT_EQ(NodesLeft(two->interpreter()), 1);
}

}  // namespace
}  // namespace tflite::delegates
