// The device transport, whole, with a library in FastRPC's place.
#include "delegates/dsp/dsp_device.h"

#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/dsp/testing/process_state.h"
#include "delegates/dsp/testing/program_digest.h"
#include "delegates/dsp/testing/test_delegates.h"
#include "delegates/dsp/transport/process_transport.h"
#include "delegates/dsp/wire/ops.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/log.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::dsp {
namespace {

using conformance::Case;
using conformance::ExpectSame;
using conformance::NodesLeft;
using conformance::Prepared;
using conformance::Refusals;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

DspOptions DeviceOptions() {
  DspOptions options;
  options.backend = DspBackend::kDevice;
  options.library_folder = "delegates/dsp/testing";
  return options;
}

Case Product() {
  const conformance::Elements e = conformance::kInt8;
  return Case("Product", "int8")
      .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
      .In(e, {3, 37})
      .In(e, {3, 37})
      .Out(e)
      .Within(conformance::Exact());
}

TEST(DspDevice, HasMemoryThatOffsetsReach) {
  for (const auto& [asked, bytes] : {std::pair<int64_t, uint64_t>{1, 1 << 20},
                                     {int64_t{1} << 40, uint64_t{1} << 30}}) {
    DspOptions options;
    options.memory_bytes = asked;
    const auto device =
        DspDevice::Open(std::make_unique<IdleTransport>(1), options);
    ASSERT_TRUE(device.ok()) << device.status();
    EXPECT_EQ((*device)->memory_bytes(), bytes);
  }
}

TEST(FindProgram, PassesOverFoldersWithoutAName) {
  const std::string path = getenv("PATH");
  ASSERT_EQ(setenv("PATH", ":", 1), 0);
  EXPECT_EQ(FindProgram("bin/sh"), "");
  ASSERT_EQ(setenv("PATH", ":/", 1), 0);
  EXPECT_EQ(FindProgram("bin/sh"), "//bin/sh");
  ASSERT_EQ(setenv("PATH", path.c_str(), 1), 0);
}

TEST(DeviceTransport, RunsPartitions) {
  // Calls that other tests gave up keep their memory.
  const int mappings = SharedMappings();
  {
    const DelegatePtr delegate = Create(DeviceOptions());
    const Case c = Product();
    const auto run = Prepared(c, delegate.get());
    ExpectSame(c, *run);
    EXPECT_EQ(NodesLeft(run->interpreter()), 0);
    EXPECT_THAT(Children(), SizeIs(1));
  }
  EXPECT_THAT(Children(), IsEmpty());
  EXPECT_EQ(SharedMappings(), mappings);
}

// What is logged when the delegate gets a product, of which it leaves so many
// nodes.
std::string LogOf(const DelegatePtr& delegate, int left = 0) {
  std::string log;
  base::SetLogSink([&log](base::LogLevel level, const char* line) {
    EXPECT_EQ(level, base::LogLevel::kInfo);
    log += line;
  });
  const Case c = Product();
  EXPECT_EQ(NodesLeft(Prepared(c, delegate.get())->interpreter()), left);
  base::SetLogSink(nullptr);
  return log;
}

TEST(DeviceTransport, TellsWhereItRuns) {
  EXPECT_THAT(LogOf(Create(DeviceOptions())),
              HasSubstr("DSP delegate: runs as the DSP, by FastRPC"));
}

DelegatePtr CreateByC(const TfLiteHexagonDelegateOptions* options) {
  return {TfLiteHexagonDelegateCreate(options), TfLiteHexagonDelegateDelete};
}

TEST(HexagonFunctions, UseTheFolderThatIsSet) {
  TfLiteHexagonInitWithPath("delegates/dsp/testing");
  EXPECT_THAT(LogOf(CreateByC(nullptr)), HasSubstr("by FastRPC"));
  TfLiteHexagonInit();
  EXPECT_THAT(LogOf(CreateByC(nullptr)),
              AllOf(HasSubstr("runs as"), Not(HasSubstr("by FastRPC"))));
}

TEST(HexagonFunctions, PassOnTheSizeOfPartitions) {
  TfLiteHexagonDelegateOptions options = TfLiteHexagonDelegateOptionsDefault();
  options.min_nodes_per_partition = 2;
  LogOf(CreateByC(&options), /*left=*/1);
  options.min_nodes_per_partition = 1;
  LogOf(CreateByC(&options), /*left=*/0);
}

TEST(DeviceTransport, ReportsALostDsp) {
  const DelegatePtr delegate = Create(DeviceOptions());
  const Case c = Product();
  const auto run = Prepared(c, delegate.get());
  ExpectSame(c, *run);
  ASSERT_THAT(Children(), SizeIs(1));
  kill(Children()[0], SIGKILL);
  ExpectSame(c, *run, /*before=*/2);
  EXPECT_EQ(NodesLeft(run->interpreter()), 1);
  EXPECT_THAT(Refusals(run->interpreter()),
              AllOf(HasSubstr("the DSP, by FastRPC: "),
                    HasSubstr("remote_handle64_invoke failed")));
}

TEST(DeviceTransport, GivesUpACallAtItsDeadline) {
  DspOptions options = DeviceOptions();
  options.deadline_ms = kHangDeadlineMs;
  const DelegatePtr delegate = Create(options);
  const Case c = Product();
  const auto run = Prepared(c, delegate.get());
  ExpectSame(c, *run);
  ASSERT_THAT(Children(), SizeIs(1));
  const pid_t process = Children()[0];
  kill(process, SIGSTOP);
  ExpectSame(c, *run, /*before=*/2);
  EXPECT_EQ(NodesLeft(run->interpreter()), 1);
  EXPECT_THAT(Refusals(run->interpreter()), HasSubstr("in time"));
  // FastRPC's thread still waits for it.
  kill(process, SIGKILL);
  EXPECT_THAT(AwaitChildren(0), IsEmpty());
}

Deadline InAMinute() {
  return std::chrono::steady_clock::now() + std::chrono::minutes(1);
}

// The fault in the answer to a request.
template <typename Reply, typename Request>
Fault FaultOf(DspTransport& transport, uint64_t handle, Method method,
              Request request) {
  Reply reply = {};
  RemoteArg args[2];
  args[0].buffer = {&request, sizeof(request)};
  args[1].buffer = {&reply, sizeof(reply)};
  const Status status =
      transport.Invoke(handle, MakeScalars(static_cast<uint32_t>(method), 1, 1),
                       args, InAMinute());
  EXPECT_TRUE(status.ok()) << status;
  return reply.fault;
}

// Of a request to use `memory`; sets its `fd`.
Fault AttachTo(DspTransport& transport, uint64_t handle, void* memory,
               AttachRequest request) {
  const auto fd = transport.ToFd(memory);
  EXPECT_TRUE(fd.ok()) << fd.status();
  request.fd = *fd;
  return FaultOf<AttachReply>(transport, handle, Method::kAttach, request);
}

// A program of one step in shared memory: a table of 256 bytes for `kCount`
// others, enough for several threads.
class LongStep {
 public:
  static constexpr int32_t kCount = 1 << 18;
  static constexpr uint32_t kBytes = 1 << 20;

  explicit LongStep(uint8_t* memory) : memory_(memory) {
    struct {
      ProgramHeader header;
      StepHeader step;
      MapParams params;
    } program = {{kProgramMagic, kWireVersion, sizeof(program), 1, {0, 0}},
                 {Opcode::kMap, sizeof(MapParams)},
                 {{kIn, kCount}, {kOut, kCount}, {kTable, 256}, kCount}};
    for (int i = 0; i < 256; ++i) {
      memory_[kTable + i] = static_cast<uint8_t>(255 - i);
    }
    for (int i = 0; i < kCount; ++i) memory_[kIn + i] = static_cast<uint8_t>(i);
    std::memcpy(memory_ + kProgram, &program, sizeof(program));
    request_ = {{kProgram, sizeof(program)}, 0, 1};
  }

  // Runs it by the handle, with so many threads.
  void Run(DspTransport& transport, uint64_t handle, uint32_t threads) {
    ASSERT_EQ(AttachTo(transport, handle, memory_,
                       {kWireVersion, 0, kBytes, threads}),
              Fault::kNone);
    std::memset(memory_ + kOut, 0, kCount);
    ASSERT_EQ(FaultOf<RunReply>(transport, handle, Method::kRun, request_),
              Fault::kNone);
    for (const int i : {0, 77, kCount / 2 + 3, kCount - 1}) {
      EXPECT_EQ(memory_[kOut + i], static_cast<uint8_t>(255 - i)) << i;
    }
  }

 private:
  static constexpr uint32_t kTable = 128, kProgram = 1024, kIn = 4096,
                            kOut = kIn + kCount + 128;

  uint8_t* const memory_;
  RunRequest request_;
};

// The process of a DSP goes on after a handle is closed, its helpers do not.
TEST(DeviceTransport, EndsHelperThreadsWithTheLastHandle) {
  const int mappings = SharedMappings();
  {
    auto transport = ChooseTransport(DeviceOptions());
    ASSERT_TRUE(transport.ok()) << transport.status();
    const auto memory = (*transport)->Alloc(LongStep::kBytes);
    ASSERT_TRUE(memory.ok());
    LongStep step(static_cast<uint8_t*>(*memory));
    for (int round = 0; round < 3; ++round) {
      const auto first = (*transport)->Open();
      ASSERT_TRUE(first.ok()) << first.status();
      ASSERT_THAT(Children(), SizeIs(1));
      const pid_t process = Children()[0];
      EXPECT_THAT(AwaitThreadsOf(process, 1), SizeIs(1)) << round;
      step.Run(**transport, *first, 4);
      EXPECT_THAT(ThreadsOf(process), SizeIs(4)) << round;
      // The helpers are those of all handles.
      const auto second = (*transport)->Open();
      ASSERT_TRUE(second.ok()) << second.status();
      (*transport)->Close(*first);
      EXPECT_THAT(ThreadsOf(process), SizeIs(4)) << round;
      step.Run(**transport, *second, 3);
      (*transport)->Close(*second);
      EXPECT_THAT(AwaitThreadsOf(process, 1), SizeIs(1)) << round;
    }
    EXPECT_THAT(Children(), SizeIs(1));
  }
  EXPECT_THAT(Children(), IsEmpty());
  EXPECT_EQ(SharedMappings(), mappings);
}

// A process of this host, with shared memory.
struct OpenProcess {
  OpenProcess() {
    DspOptions options;
    options.backend = DspBackend::kNative;
    auto chosen = ChooseTransport(options);
    EXPECT_TRUE(chosen.ok()) << chosen.status();
    transport = *std::move(chosen);
    memory = *transport->Alloc(kBytes);
    const auto opened = transport->Open();
    EXPECT_TRUE(opened.ok()) << opened.status();
    handle = *opened;
  }
  static constexpr uint32_t kBytes = 4096;
  std::unique_ptr<DspTransport> transport;
  void* memory;
  uint64_t handle;
};

TEST(ProcessTransport, GuestRefusesAnotherVersionAndTooManyThreads) {
  OpenProcess process;
  const auto fault = [&](uint32_t version, uint32_t threads) {
    return AttachTo(*process.transport, process.handle, process.memory,
                    {version, 0, OpenProcess::kBytes, threads});
  };
  EXPECT_EQ(fault(kWireVersion - 1, 1), Fault::kMessage);
  EXPECT_EQ(fault(kWireVersion, 0), Fault::kMessage);
  EXPECT_EQ(fault(kWireVersion, kMostThreads + 1), Fault::kMessage);
  EXPECT_EQ(fault(kWireVersion, kMostThreads), Fault::kNone);
}

// What a process of this host answers to a call with so many input buffers of
// so many bytes; it knows no such method.
std::string AnswerTo(uint32_t buffers, size_t bytes) {
  OpenProcess process;
  uint8_t data[128] = {};
  std::vector<RemoteArg> args(buffers);
  for (RemoteArg& arg : args) arg.buffer = {data, bytes};
  const Status status = process.transport->Invoke(
      process.handle, MakeScalars(31, buffers, 0), args.data(), InAMinute());
  return std::string(status.message());
}

TEST(ProcessTransport, CallsHaveLimits) {
  EXPECT_THAT(AnswerTo(4, 64), HasSubstr("method 31 failed"));
  EXPECT_THAT(AnswerTo(5, 64), HasSubstr("5 buffers are too many"));
  EXPECT_THAT(AnswerTo(4, 65), HasSubstr("a buffer of 65 bytes is too large"));
}

TEST(DeviceTransport, NeedsTheLibrary) {
  DspOptions options = DeviceOptions();
  options.library_folder = "delegates/dsp/no_such_folder";
  const auto delegate = CreateDspDelegate(options);
  ASSERT_FALSE(delegate.ok());
  EXPECT_TRUE(base::IsUnavailable(delegate.status())) << delegate.status();
}

}  // namespace
}  // namespace tflite::dsp
