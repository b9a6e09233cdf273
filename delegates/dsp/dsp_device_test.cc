// The device transport, whole, with a library in FastRPC's place.
#include "delegates/dsp/dsp_device.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "delegates/dsp/testing/process_state.h"
#include "delegates/dsp/testing/program_digest.h"
#include "delegates/dsp/testing/test_delegates.h"
#include "delegates/dsp/transport/device_transport.h"
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
    EXPECT_EQ((*device)->threads(), 1u);
  }
}

TEST(DspDevice, HasFastMemoryOfWholeVectors) {
  const auto fast_bytes = [](uint32_t pages, uint32_t page_bytes) {
    DspOptions options;
    options.memory_bytes = 1 << 20;
    const auto device = DspDevice::Open(
        std::make_unique<IdleTransport>(pages, page_bytes), options);
    EXPECT_TRUE(device.ok()) << device.status();
    return (*device)->fast().bytes;
  };
  EXPECT_EQ(fast_bytes(3, 4096), 3u * 4096);
  EXPECT_EQ(fast_bytes(1, 4223), 4096u);
  EXPECT_EQ(fast_bytes(1, 4224), 4224u);
  // At most a quarter of the memory.
  EXPECT_EQ(fast_bytes(1000, 4096), 1u << 18);
}

TEST(DspDevice, HasAsManyThreadsAsProcessorsUpToFour) {
  DspOptions options;
  options.backend = DspBackend::kNative;
  const auto device = DspDevices(options).Get();
  ASSERT_TRUE(device.ok()) << device.status();
  EXPECT_EQ((*device)->threads(),
            std::clamp(std::thread::hardware_concurrency(), 1u, 4u));
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

// As users who want none give it.
TEST(DeviceTransport, TakesADeadlineBeyondTheClocks) {
  for (const int64_t deadline : {INT64_MAX, INT64_MAX / 1000}) {
    DspOptions options = DeviceOptions();
    options.deadline_ms = deadline;
    const DelegatePtr delegate = Create(options);
    const Case c = Product();
    const auto run = Prepared(c, delegate.get());
    ExpectSame(c, *run);
    EXPECT_EQ(NodesLeft(run->interpreter()), 0);
  }
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

TEST(HexagonFunctions, PassOnTheNumberOfPartitions) {
  const conformance::Elements e = conformance::kInt8;
  // The operator in the middle is the CPU's.
  const Case c = Case("Two", "int8")
                     .Op(kTfLiteBuiltinRelu)
                     .In(e, {3, 37})
                     .Inner(e)
                     .Op(kTfLiteBuiltinReverseV2)
                     .Same(1)
                     .List({1})
                     .Inner(e)
                     .Op(kTfLiteBuiltinRelu)
                     .Same(3)
                     .Out(e);
  TfLiteHexagonDelegateOptions options = TfLiteHexagonDelegateOptionsDefault();
  for (const auto& [most, left] : {std::pair(0, 1), std::pair(1, 2)}) {
    options.max_delegated_partitions = most;
    const DelegatePtr delegate = CreateByC(&options);
    EXPECT_EQ(NodesLeft(Prepared(c, delegate.get())->interpreter()), left);
  }
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
  const int mappings = SharedMappings();
  {
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
  // What the call might have written to is never freed.
  EXPECT_EQ(SharedMappings(), mappings + 1);
}

// The device's and the process's are equal in tests.
void ExpectFastMemory(DspTransport& transport, uint64_t handle) {
  const auto page = transport.Query(handle, DspAttribute::kVtcmPageBytes);
  const auto pages = transport.Query(handle, DspAttribute::kVtcmPages);
  ASSERT_TRUE(page.ok() && pages.ok());
  EXPECT_EQ(*page, 256u * 1024);
  EXPECT_EQ(*pages, 1u);
}

TEST(DeviceTransport, KnowsTheFastMemoryOfAHandle) {
  auto transport = ChooseTransport(DeviceOptions());
  ASSERT_TRUE(transport.ok()) << transport.status();
  ASSERT_TRUE((*transport)->Alloc(4096).ok());
  const auto handle = (*transport)->Open();
  ASSERT_TRUE(handle.ok()) << handle.status();
  ExpectFastMemory(**transport, *handle);
  EXPECT_FALSE((*transport)->IsProcess());
  EXPECT_TRUE(base::IsUnsupported(
      (*transport)->Query(*handle + 1, DspAttribute::kVtcmPages).status()));
  (*transport)->Close(*handle);
}

TEST(DeviceTransport, AllocatesWhatAnIntCounts) {
  const auto transport = ChooseTransport(DeviceOptions());
  ASSERT_TRUE(transport.ok()) << transport.status();
  EXPECT_TRUE((*transport)->Alloc(INT_MAX).ok());
  const auto more = (*transport)->Alloc(size_t{1} << 31);
  EXPECT_THAT(more.status().message(), HasSubstr("2147483648 bytes are too"));
  int other;
  EXPECT_TRUE(base::IsInvalid((*transport)->ToFd(&other).status()));
}

TEST(DeviceTransport, SetsTheFolderUnlessTheUserHas) {
  const auto folder = [](const char* given) -> std::string {
    EXPECT_FALSE(MakeDeviceTransport("no_such_library.so", given).ok());
    const char* const path = getenv("ADSP_LIBRARY_PATH");
    return path == nullptr ? "none" : path;
  };
  ASSERT_EQ(unsetenv("ADSP_LIBRARY_PATH"), 0);
  EXPECT_EQ(folder(""), "none");
  EXPECT_EQ(folder("first"), "first");
  EXPECT_EQ(folder("second"), "first");
  ASSERT_EQ(unsetenv("ADSP_LIBRARY_PATH"), 0);
}

TEST(DeviceTransport, NeedsTheFunctionsOfFastRpc) {
  const auto transport = MakeDeviceTransport("libc.so.6", "");
  ASSERT_FALSE(transport.ok());
  EXPECT_EQ(transport.status().message(),
            "libc.so.6: it has no function remote_handle64_open");
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

TEST(ProcessTransport, SharesAllItsBlocks) {
  DspOptions options;
  options.backend = DspBackend::kNative;
  auto transport = ChooseTransport(options);
  ASSERT_TRUE(transport.ok()) << transport.status();
  const auto first = (*transport)->Alloc(LongStep::kBytes);
  const auto second = (*transport)->Alloc(LongStep::kBytes);
  ASSERT_TRUE(first.ok() && second.ok());
  const auto handle = (*transport)->Open();
  ASSERT_TRUE(handle.ok()) << handle.status();
  for (void* const memory : {*second, *first}) {
    LongStep(static_cast<uint8_t*>(memory)).Run(**transport, *handle, 1);
  }
  int other;
  EXPECT_TRUE(base::IsInvalid((*transport)->ToFd(&other).status()));
  EXPECT_THAT((*transport)->Alloc(4096).status().message(),
              HasSubstr("it maps nothing more"));
}

TEST(ProcessTransport, EndsTheProcessWithItsHandle) {
  OpenProcess process;
  ExpectFastMemory(*process.transport, process.handle);
  EXPECT_TRUE(process.transport->IsProcess());
  EXPECT_THAT(Children(), SizeIs(1));
  process.transport->Close(process.handle);
  EXPECT_THAT(Children(), IsEmpty());
  EXPECT_THAT(
      process.transport
          ->Invoke(process.handle, MakeScalars(31, 0, 0), nullptr, InAMinute())
          .message(),
      HasSubstr("there is no process"));
}

// An answer has all output buffers, each of its own size, also where a call
// fails.
TEST(ProcessTransport, ReceivesSeveralBuffers) {
  OpenProcess process;
  std::vector<uint8_t> outputs[] = {std::vector<uint8_t>(8, 0x5A),
                                    std::vector<uint8_t>(24, 0x5A)};
  RemoteArg args[2];
  for (int i = 0; i < 2; ++i) {
    args[i].buffer = {outputs[i].data(), outputs[i].size()};
  }
  const Status status = process.transport->Invoke(
      process.handle, MakeScalars(31, 0, 2), args, InAMinute());
  EXPECT_THAT(status.message(), HasSubstr("method 31 failed"));
  for (const std::vector<uint8_t>& output : outputs) {
    EXPECT_NE(output.back(), 0x5A);
  }
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
