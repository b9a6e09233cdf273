#include "delegates/dsp/skel/skeleton.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <vector>

#include "delegates/dsp/skel/serve.h"
#include "delegates/dsp/testing/every_kind.h"
#include "delegates/dsp/testing/process_state.h"
#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

constexpr int kBadParameter = 14, kUnsupported = 20, kNoMemory = 2;

int Open(uint64_t* handle) {
  uint32_t bytes = 0;
  RemoteArg args[3] = {};
  args[0].buffer = {&bytes, sizeof(bytes)};
  args[2].buffer = {handle, sizeof(*handle)};
  return tflite_dsp_skel_handle_invoke(0, MakeScalars(0, 2, 1), args);
}

int Close(uint64_t handle) {
  return tflite_dsp_skel_handle_invoke(handle, MakeScalars(1, 0, 0), nullptr);
}

TEST(Skeleton, OpensAsManyHandlesAsItHas) {
  uint64_t handle = 0;
  for (uint64_t i = 1; i <= 32; ++i) {
    ASSERT_EQ(Open(&handle), 0);
    EXPECT_EQ(handle, i);
  }
  EXPECT_EQ(Open(&handle), kNoMemory);
  EXPECT_EQ(Close(7), 0);
  EXPECT_EQ(Open(&handle), 0);
  EXPECT_EQ(handle, 7u);
  for (uint64_t i = 1; i <= 32; ++i) EXPECT_EQ(Close(i), 0);
}

TEST(Skeleton, RefusesHandlesThatAreNotOpen) {
  uint64_t handle = 0;
  ASSERT_EQ(Open(&handle), 0);
  for (const uint64_t wrong : {0, 2, 33}) {
    EXPECT_EQ(Close(wrong), kBadParameter) << wrong;
  }
  EXPECT_EQ(Close(handle), 0);
  EXPECT_EQ(Close(handle), kBadParameter);
}

TEST(Skeleton, RefusesToOpenWithOtherBuffers) {
  uint64_t handle = 0;
  RemoteArg args[4] = {};
  args[2].buffer = {&handle, sizeof(handle)};
  for (const uint32_t scalars :
       {MakeScalars(0, 1, 1), MakeScalars(0, 3, 1), MakeScalars(0, 2, 0),
        MakeScalars(0, 2, 2), MakeScalars(0, 2, 1) | 1}) {
    EXPECT_EQ(tflite_dsp_skel_handle_invoke(0, scalars, args), kBadParameter)
        << scalars;
  }
  args[2].buffer.bytes = 4;
  EXPECT_EQ(tflite_dsp_skel_handle_invoke(0, MakeScalars(0, 2, 1), args),
            kBadParameter);
  EXPECT_EQ(handle, 0u);
  ASSERT_EQ(Open(&handle), 0);
  EXPECT_EQ(handle, 1u);
  EXPECT_EQ(Close(handle), 0);
}

// Shared memory of the host, with a program of one step, which doubles a byte.
class SharedProgram {
 public:
  SharedProgram() : fd_(memfd_create("tflite_dsp", 0)) {
    EXPECT_EQ(ftruncate(fd_, kBytes), 0);
    base_ = static_cast<uint8_t*>(
        mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd_, 0));
    ProgramMaker maker(base_);
    map_.input = maker.Take(1);
    map_.output = maker.Take(1);
    map_.table = maker.Take(256);
    map_.count = 1;
    for (int i = 0; i < 256; ++i) {
      base_[map_.table.offset + i] = static_cast<uint8_t>(2 * i);
    }
    maker.Add(map_);
    program_ = maker.Finish();
  }
  ~SharedProgram() {
    munmap(base_, kBytes);
    close(fd_);
  }

  AttachRequest request() const { return {kWireVersion, fd_, kBytes, 1}; }
  RunRequest run() const { return {program_, 0, 1}; }
  void Put(uint8_t byte) { base_[map_.input.offset] = byte; }
  uint8_t Result() const { return base_[map_.output.offset]; }

 private:
  static constexpr uint32_t kBytes = 4096;

  const int fd_;
  uint8_t* base_;
  MapParams map_ = {};
  Piece program_;
};

template <typename Request, typename Reply>
int Invoke(uint64_t handle, Method method, Request request, Reply* reply) {
  RemoteArg args[2] = {};
  args[0].buffer = {&request, sizeof(request)};
  args[1].buffer = {reply, sizeof(*reply)};
  return tflite_dsp_skel_handle_invoke(
      handle, MakeScalars(static_cast<uint32_t>(method), 1, 1), args);
}
Fault Attach(uint64_t handle, const AttachRequest& request) {
  AttachReply reply = {};
  EXPECT_EQ(Invoke(handle, Method::kAttach, request, &reply), 0);
  EXPECT_EQ(reply.version, kWireVersion);
  EXPECT_EQ(reply.guest, Guest::kNative);
  EXPECT_EQ(reply.vector_bytes, 0u);
  return reply.fault;
}
Fault RunAt(uint64_t handle, const RunRequest& request) {
  RunReply reply = {};
  EXPECT_EQ(Invoke(handle, Method::kRun, request, &reply), 0);
  return reply.fault;
}

TEST(Skeleton, RunsProgramsInTheMemoryOfTheHandle) {
  uint64_t first = 0, second = 0;
  ASSERT_EQ(Open(&first), 0);
  ASSERT_EQ(Open(&second), 0);
  SharedProgram of_first, of_second;
  EXPECT_EQ(RunAt(first, of_first.run()), Fault::kProgram);
  EXPECT_EQ(Attach(first, of_first.request()), Fault::kNone);
  EXPECT_EQ(Attach(second, of_second.request()), Fault::kNone);
  of_first.Put(21);
  of_second.Put(33);
  EXPECT_EQ(RunAt(second, of_second.run()), Fault::kNone);
  EXPECT_EQ(of_first.Result(), 0);
  EXPECT_EQ(of_second.Result(), 66);
  EXPECT_EQ(RunAt(first, of_first.run()), Fault::kNone);
  EXPECT_EQ(of_first.Result(), 42);
  EXPECT_EQ(Close(first), 0);
  EXPECT_EQ(Close(second), 0);
}

TEST(Skeleton, MapsTheMemoryOfTheLastAttachment) {
  SharedProgram old, now;
  uint64_t handle = 0;
  ASSERT_EQ(Open(&handle), 0);
  EXPECT_EQ(Attach(handle, old.request()), Fault::kNone);
  EXPECT_EQ(Attach(handle, now.request()), Fault::kNone);
  now.Put(5);
  EXPECT_EQ(RunAt(handle, now.run()), Fault::kNone);
  EXPECT_EQ(now.Result(), 10);
  // A request that it does not understand leaves that as it is.
  AttachRequest wrong = old.request();
  wrong.threads = kMostThreads + 1;
  EXPECT_EQ(Attach(handle, wrong), Fault::kMessage);
  EXPECT_EQ(RunAt(handle, now.run()), Fault::kNone);
  // Memory that cannot be mapped is none.
  wrong = old.request();
  wrong.fd = -1;
  EXPECT_EQ(Attach(handle, wrong), Fault::kNoMemory);
  EXPECT_EQ(RunAt(handle, now.run()), Fault::kProgram);
  EXPECT_EQ(Close(handle), 0);
}

TEST(Skeleton, UnmapsMemoryThatIsNoLongerAttached) {
  SharedProgram old, now;
  const int mappings = SharedMappings();
  uint64_t handle = 0;
  ASSERT_EQ(Open(&handle), 0);
  EXPECT_EQ(Attach(handle, old.request()), Fault::kNone);
  EXPECT_EQ(SharedMappings(), mappings + 1);
  EXPECT_EQ(Attach(handle, now.request()), Fault::kNone);
  EXPECT_EQ(SharedMappings(), mappings + 1);
  EXPECT_EQ(Close(handle), 0);
  EXPECT_EQ(SharedMappings(), mappings);
}

TEST(Skeleton, ForgetsTheMemoryOfAClosedHandle) {
  SharedProgram program;
  uint64_t handle = 0;
  ASSERT_EQ(Open(&handle), 0);
  EXPECT_EQ(Attach(handle, program.request()), Fault::kNone);
  EXPECT_EQ(Close(handle), 0);
  RunReply reply = {};
  EXPECT_EQ(Invoke(handle, Method::kRun, program.run(), &reply), kBadParameter);
  uint64_t again = 0;
  ASSERT_EQ(Open(&again), 0);
  ASSERT_EQ(again, handle);
  EXPECT_EQ(RunAt(again, program.run()), Fault::kProgram);
  EXPECT_EQ(Close(again), 0);
}

template <typename T>
struct Longer {
  T request;
  uint32_t more;
};

TEST(Skeleton, RefusesOtherBuffersOfMethods) {
  uint64_t handle = 0;
  ASSERT_EQ(Open(&handle), 0);
  SharedProgram program;
  struct {
    AttachReply attach;
    RunReply run;
    uint8_t more;
  } reply = {};
  AttachReply& attach = reply.attach;
  RunReply& run = reply.run;
  EXPECT_EQ(Invoke(handle, Method::kAttach,
                   Longer<AttachRequest>{program.request(), 0}, &attach),
            kBadParameter);
  EXPECT_EQ(Invoke(handle, Method::kAttach, program.request(), &run),
            kBadParameter);
  EXPECT_EQ(
      Invoke(handle, Method::kRun, Longer<RunRequest>{program.run(), 0}, &run),
      kBadParameter);
  EXPECT_EQ(Invoke(handle, Method::kRun, program.run(), &attach),
            kBadParameter);
  EXPECT_EQ(Invoke(handle, static_cast<Method>(4), program.run(), &run),
            kUnsupported);
  AttachRequest request = program.request();
  RemoteArg args[3] = {};
  args[0].buffer = {&request, sizeof(request)};
  args[1].buffer = args[2].buffer = {&attach, sizeof(attach)};
  for (const uint32_t scalars :
       {MakeScalars(2, 1, 2), MakeScalars(2, 1, 0), MakeScalars(2, 2, 1),
        MakeScalars(2, 0, 1), MakeScalars(2, 1, 1) | 1}) {
    EXPECT_EQ(tflite_dsp_skel_handle_invoke(handle, scalars, args),
              kBadParameter)
        << scalars;
  }
  EXPECT_EQ(attach.version, 0u);
  EXPECT_EQ(Close(handle), 0);
}

// Calls in a pipe, and the answers to them.
class Pipes {
 public:
  Pipes() {
    EXPECT_EQ(pipe(in_), 0);
    EXPECT_EQ(pipe(out_), 0);
  }
  ~Pipes() {
    for (const int fd : {in_[0], out_[0], out_[1]}) {
      if (fd >= 0) close(fd);
    }
  }

  void Send(const void* data, size_t bytes) {
    EXPECT_EQ(write(in_[1], data, bytes), static_cast<ssize_t>(bytes));
  }
  void Send(const CallHeader& call) { Send(&call, sizeof(call)); }
  void CloseOutput() {
    close(out_[0]);
    out_[0] = -1;
  }
  // What Serve returns at the end of the calls.
  int Result() {
    close(in_[1]);
    return Serve(in_[0], out_[1]);
  }
  std::string Answers() {
    close(out_[1]);
    out_[1] = -1;
    char all[4096];
    const ssize_t bytes = read(out_[0], all, sizeof(all));
    return std::string(all, bytes < 0 ? 0 : static_cast<size_t>(bytes));
  }

 private:
  int in_[2], out_[2];
};

CallHeader CallOf(uint32_t sequence, uint64_t handle, uint32_t scalars) {
  CallHeader call = {};
  call.magic = kCallMagic;
  call.sequence = sequence;
  call.handle = handle;
  call.scalars = scalars;
  return call;
}

// The bytes of an answer without output buffers.
std::string AnswerOf(uint32_t sequence, int32_t status) {
  const ReplyHeader reply = {kReplyMagic, sequence, status, 0};
  return std::string(reinterpret_cast<const char*>(&reply), sizeof(reply));
}

TEST(Serve, AnswersEachCall) {
  Pipes pipes;
  CallHeader open = CallOf(7, 0, MakeScalars(0, 2, 1));
  open.bytes[0] = 4;
  open.bytes[1] = 3;
  open.bytes[2] = 8;
  pipes.Send(open);
  pipes.Send("\3\0\0\0abc", 7);
  pipes.Send(CallOf(8, 2, MakeScalars(1, 0, 0)));
  pipes.Send(CallOf(9, 1, MakeScalars(1, 0, 0)));
  EXPECT_EQ(pipes.Result(), 0);
  const struct {
    ReplyHeader header;
    uint64_t handle;
  } opened = {{kReplyMagic, 7, 0, 8}, 1};
  const std::string first(reinterpret_cast<const char*>(&opened),
                          sizeof(opened));
  EXPECT_EQ(pipes.Answers(),
            first + AnswerOf(8, kBadParameter) + AnswerOf(9, 0));
}

// A call of the most buffers, each as large as it may be, and then `change`.
template <typename Change>
int ResultOf(const Change& change) {
  Pipes pipes;
  CallHeader call = CallOf(1, 9, MakeScalars(2, 4, 0));
  for (uint32_t& bytes : call.bytes) bytes = kMostBufferBytes;
  call.reserved = 1000;
  change(call);
  pipes.Send(call);
  const std::vector<char> inputs(kMostBuffers * kMostBufferBytes);
  pipes.Send(inputs.data(), inputs.size());
  const int result = pipes.Result();
  EXPECT_EQ(pipes.Answers(), result != 0 ? "" : AnswerOf(1, kBadParameter));
  return result;
}

TEST(Serve, GivesUpWhereACallIsNoCall) {
  EXPECT_EQ(ResultOf([](CallHeader&) {}), 0);
  EXPECT_EQ(ResultOf([](CallHeader& call) { ++call.magic; }), 1);
  EXPECT_EQ(
      ResultOf([](CallHeader& call) { call.scalars = MakeScalars(2, 4, 1); }),
      1);
  EXPECT_EQ(ResultOf([](CallHeader& call) { ++call.bytes[3]; }), 1);
  // The inputs end before they have as many bytes.
  Pipes pipes;
  CallHeader call = CallOf(1, 9, MakeScalars(2, 2, 0));
  call.bytes[0] = call.bytes[1] = 8;
  pipes.Send(call);
  pipes.Send("123456789012345", 15);
  EXPECT_EQ(pipes.Result(), 1);
}

TEST(Serve, EndsWhenNobodyReadsAnswers) {
  signal(SIGPIPE, SIG_IGN);
  Pipes pipes;
  pipes.Send(CallOf(1, 9, MakeScalars(1, 0, 0)));
  // Read, this would be an error.
  pipes.Send(CallHeader{});
  pipes.CloseOutput();
  EXPECT_EQ(pipes.Result(), 0);
  signal(SIGPIPE, SIG_DFL);
}

}  // namespace
}  // namespace tflite::dsp
