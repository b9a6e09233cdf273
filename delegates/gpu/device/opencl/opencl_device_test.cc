#include "delegates/gpu/device/opencl/opencl_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "delegates/gpu/device/opencl/opencl_choice.h"
#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/device/testing/test_kernels.h"
#include "delegates/gpu/tests/overlaps.h"

namespace tflite::gpu {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

class OpenClDeviceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto cl = LoadOpenCl();
    if (!cl.ok()) GTEST_SKIP() << "not run: " << cl.status();
    cl_ = *cl;
    const auto chosen = ChooseOpenClDevice(*cl_);
    if (!chosen.ok()) GTEST_SKIP() << "not run: " << chosen.status();
    Open({});
  }
  void TearDown() override {
    for (const cl_mem memory : memory_) cl_->clReleaseMemObject(memory);
  }

  void Open(const OpenClOptions& opencl) {
    GpuDeviceOptions options;
    options.kernels = &GpuTestKernels();
    options.cache = cache_;
    auto device = OpenClDevice::Create(options, opencl);
    ASSERT_EQ(device.status(), OkStatus());
    device_ = *std::move(device);
  }

  cl_mem Memory(size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) {
    cl_int error = CL_SUCCESS;
    memory_.push_back(cl_->clCreateBuffer(device_->handles().context, flags,
                                          bytes, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return memory_.back();
  }

  // Commands that add 1 to each of 64 numbers; null if they cannot be created.
  std::unique_ptr<GpuCommands> Increment(const GpuBinding& binding) {
    auto pipeline = device_->Compile({"test_update", {}, {64, 1, 1}});
    EXPECT_TRUE(pipeline.ok()) << pipeline.status();
    if (!pipeline.ok()) return nullptr;
    GpuDispatch dispatch;
    dispatch.pipeline = *pipeline;
    dispatch.buffers = {binding};
    dispatch.params = {64, 1, 1};
    auto commands = device_->Record({dispatch});
    EXPECT_TRUE(commands.ok()) << commands.status();
    return commands.ok() ? *std::move(commands) : nullptr;
  }

  const OpenClFunctions* cl_ = nullptr;
  std::shared_ptr<const ProgramCache> cache_;
  std::shared_ptr<OpenClDevice> device_;
  std::vector<cl_mem> memory_;
};

TEST_F(OpenClDeviceTest, WrapsPartsOfBuffersAndOfTheirParts) {
  const uint64_t step = device_->caps().offset_alignment;
  const cl_mem whole = Memory(4 * step + 256);
  const cl_buffer_region region = {step, 2 * step + 256};
  cl_int error = CL_SUCCESS;
  memory_.insert(
      memory_.begin(),
      cl_->clCreateSubBuffer(whole, CL_MEM_READ_WRITE,
                             CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  const auto direct = device_->Wrap(whole, 2 * step, 256);
  const auto nested = device_->Wrap(memory_[0], step, 256);
  ASSERT_EQ(direct.status(), OkStatus());
  ASSERT_EQ(nested.status(), OkStatus());
  EXPECT_EQ(nested->memory, direct->memory);
  EXPECT_EQ(nested->part.offset, direct->part.offset);
  const std::vector<int32_t> zeros(64);
  ASSERT_EQ(device_->Write(*direct->part.buffer, 2 * step, 256, zeros.data()),
            OkStatus());
  GpuBinding binding = nested->part;
  binding.written = true;
  const auto commands = Increment(binding);
  ASSERT_NE(commands, nullptr);
  ASSERT_EQ(commands->Run(), OkStatus());
  std::vector<int32_t> values(64);
  ASSERT_EQ(device_->Read(*direct->part.buffer, 2 * step, 256, values.data()),
            OkStatus());
  EXPECT_THAT(values, Each(1));
}

TEST_F(OpenClDeviceTest, WrapsNothingElse) {
  const cl_mem memory = Memory(256);
  EXPECT_THAT(device_->Wrap(nullptr, 0, 16).status().ToString(),
              HasSubstr("null"));
  EXPECT_THAT(device_->Wrap(memory, 16, 256).status().ToString(),
              HasSubstr("256 bytes at 16 are not in a buffer of 256"));
  EXPECT_FALSE(device_->Wrap(memory, ~uint64_t{0}, 16).ok());
  EXPECT_FALSE(device_->Wrap(memory, 0, ~uint64_t{0}).ok());
  const std::shared_ptr<OpenClDevice> first = device_;
  Open({});
  EXPECT_THAT(device_->Wrap(memory, 0, 256).status().ToString(),
              HasSubstr("another context"));
}

TEST_F(OpenClDeviceTest, KnowsHowKernelsMayUseABuffer) {
  const auto read = device_->Wrap(Memory(256, CL_MEM_READ_ONLY), 0, 256);
  const auto write = device_->Wrap(Memory(256, CL_MEM_WRITE_ONLY), 0, 256);
  ASSERT_EQ(read.status(), OkStatus());
  ASSERT_EQ(write.status(), OkStatus());
  EXPECT_TRUE(read->readable && !read->writable);
  EXPECT_TRUE(write->writable && !write->readable);
}

TEST_F(OpenClDeviceTest, UsesWhatIsLent) {
  OpenClOptions options;
  options.lent = device_->handles();
  const std::shared_ptr<OpenClDevice> owner = device_;
  Open(options);
  EXPECT_EQ(device_->handles().context, owner->handles().context);
  EXPECT_EQ(device_->handles().queue, owner->handles().queue);
  EXPECT_TRUE(device_->Wrap(Memory(256), 0, 256).ok());

  // With the device's own queue.
  options.lent.queue = nullptr;
  Open(options);
  EXPECT_EQ(device_->handles().context, owner->handles().context);
  EXPECT_NE(device_->handles().queue, owner->handles().queue);

  options.lent.device = nullptr;
  EXPECT_THAT(OpenClDevice::Create({}, options).status().ToString(),
              HasSubstr("not one of the context"));
}

TEST_F(OpenClDeviceTest, RefusesQueuesThatDoNotFit) {
  const std::shared_ptr<OpenClDevice> owner = device_;
  Open({});
  OpenClOptions options;
  options.lent = device_->handles();
  options.lent.queue = owner->handles().queue;
  EXPECT_THAT(OpenClDevice::Create({}, options).status().ToString(),
              HasSubstr("the queue is not one of"));
  cl_int error = CL_SUCCESS;
  options.lent = device_->handles();
  options.lent.queue =
      cl_->clCreateCommandQueue(options.lent.context, options.lent.device,
                                CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
  if (error != CL_SUCCESS) GTEST_SKIP() << "not run: no such queues";
  EXPECT_THAT(OpenClDevice::Create({}, options).status().ToString(),
              HasSubstr("out of order"));
  cl_->clReleaseCommandQueue(options.lent.queue);
}

// Profiling may cost every command time.
TEST_F(OpenClDeviceTest, OnlyTimedRunsUseAQueueWithProfiling) {
  static std::vector<cl_command_queue_properties> made;
  static decltype(&clCreateCommandQueue) create;
  made.clear();
  OpenClOptions options;
  options.replace_functions = [](OpenClFunctions& cl) {
    create = cl.clCreateCommandQueue;
    cl.clCreateCommandQueue = [](cl_context context, cl_device_id device,
                                 cl_command_queue_properties properties,
                                 cl_int* error) {
      made.push_back(properties);
      return create(context, device, properties, error);
    };
  };
  Open(options);
  const auto buffer = device_->Allocate(256, GpuUse::kDeviceOnly);
  ASSERT_EQ(buffer.status(), OkStatus());
  const auto commands = Increment({*buffer, 0, 256, true});
  ASSERT_NE(commands, nullptr);
  ASSERT_EQ(commands->Run(), OkStatus());
  using testing::ElementsAre;
  EXPECT_THAT(made, ElementsAre(0u));
  for (int i = 0; i < 2; ++i) {
    const auto times = commands->RunTimed();
    ASSERT_EQ(times.status(), OkStatus());
    EXPECT_EQ(times->size(), 1u);
  }
  EXPECT_THAT(
      made,
      ElementsAre(0u, cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE}));
}

TEST_F(OpenClDeviceTest, QueuesWithoutProfilingAreNotTimed) {
  cl_int error = CL_SUCCESS;
  OpenClOptions options;
  options.lent = device_->handles();
  options.lent.queue = cl_->clCreateCommandQueue(
      options.lent.context, options.lent.device, 0, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Open(options);
  cl_->clReleaseCommandQueue(options.lent.queue);  // the device has retained it
  const auto buffer = device_->Allocate(256, GpuUse::kDeviceOnly);
  ASSERT_EQ(buffer.status(), OkStatus());
  const auto commands = Increment({*buffer, 0, 256, true});
  ASSERT_NE(commands, nullptr);
  EXPECT_TRUE(base::IsUnsupported(commands->RunTimed().status()));
  ASSERT_EQ(commands->Run(), OkStatus());
}

TEST_F(OpenClDeviceTest, ReportsALostDevice) {
  static bool lost;
  static decltype(&clFinish) finish;
  lost = false;
  OpenClOptions options;
  options.replace_functions = [](OpenClFunctions& cl) {
    finish = cl.clFinish;
    cl.clFinish = [](cl_command_queue queue) -> cl_int {
      return lost ? CL_OUT_OF_RESOURCES : finish(queue);
    };
  };
  Open(options);
  const auto buffer = device_->Allocate(256, GpuUse::kDeviceOnly);
  ASSERT_EQ(buffer.status(), OkStatus());
  const auto commands = Increment({*buffer, 0, 256, true});
  ASSERT_NE(commands, nullptr);
  ASSERT_EQ(commands->Run(), OkStatus());
  EXPECT_FALSE(device_->is_lost());
  lost = true;
  EXPECT_THAT(commands->Run().ToString(), HasSubstr("CL_OUT_OF_RESOURCES"));
  EXPECT_TRUE(device_->is_lost());
  lost = false;
  EXPECT_THAT(commands->Run().ToString(), HasSubstr("lost"));
  EXPECT_THAT(commands->RunTimed().status().ToString(), HasSubstr("lost"));
}

// What is queued already may still use memory that the caller frees.
TEST_F(OpenClDeviceTest, WaitsForWhatWasQueuedBeforeAFailure) {
  static cl_int error;
  static int waits;
  static decltype(&clFinish) finish;
  OpenClOptions options;
  options.replace_functions = [](OpenClFunctions& cl) {
    finish = cl.clFinish;
    cl.clFinish = [](cl_command_queue queue) -> cl_int {
      ++waits;
      return finish(queue);
    };
    cl.clEnqueueNDRangeKernel = [](cl_command_queue, cl_kernel, cl_uint,
                                   const size_t*, const size_t*, const size_t*,
                                   cl_uint, const cl_event*,
                                   cl_event*) { return error; };
  };
  for (const cl_int each : {CL_OUT_OF_RESOURCES, CL_DEVICE_NOT_AVAILABLE}) {
    error = each;
    Open(options);
    const auto buffer = device_->Allocate(256, GpuUse::kDeviceOnly);
    ASSERT_EQ(buffer.status(), OkStatus());
    const auto commands = Increment({*buffer, 0, 256, true});
    ASSERT_NE(commands, nullptr);
    waits = 0;
    EXPECT_FALSE(commands->Run().ok());
    EXPECT_EQ(waits, 1);
    EXPECT_EQ(device_->is_lost(), error == CL_DEVICE_NOT_AVAILABLE);
  }
}

TEST_F(OpenClDeviceTest, TimesAreThoseOfTheEvents) {
  static cl_ulong start, end;
  static cl_int answer;
  answer = CL_SUCCESS;
  OpenClOptions options;
  options.replace_functions = [](OpenClFunctions& cl) {
    cl.clGetEventProfilingInfo = [](cl_event, cl_profiling_info what, size_t,
                                    void* value, size_t*) -> cl_int {
      if (answer != CL_SUCCESS) return answer;
      *static_cast<cl_ulong*>(value) =
          what == CL_PROFILING_COMMAND_START ? start : end;
      return CL_SUCCESS;
    };
  };
  Open(options);
  const auto buffer = device_->Allocate(256, GpuUse::kDeviceOnly);
  ASSERT_EQ(buffer.status(), OkStatus());
  const auto commands = Increment({*buffer, 0, 256, true});
  ASSERT_NE(commands, nullptr);
  for (const auto& [from, to, time] :
       {std::tuple(1000, 1700, 700), {1000, 1001, 1}, {1000, 900, 0}}) {
    start = from;
    end = to;
    const auto times = commands->RunTimed();
    ASSERT_EQ(times.status(), OkStatus());
    EXPECT_THAT(*times, testing::ElementsAre(time));
  }
  answer = CL_PROFILING_INFO_NOT_AVAILABLE;
  const auto unknown = commands->RunTimed();
  ASSERT_EQ(unknown.status(), OkStatus());
  EXPECT_THAT(*unknown, testing::ElementsAre(0u));
}

// Programs that only have flags, which are also their binary.
struct FakePrograms {
  int sources = 0, binaries = 0, releases = 0;
  std::string flags;   // of the last one that was built
  std::string binary;  // of the last one that was loaded
  bool refuse = false, have_binaries = true;
};
FakePrograms* programs = nullptr;

void FakeCompiler(OpenClFunctions& cl) {
  cl.clCreateProgramWithSource = [](cl_context, cl_uint, const char**,
                                    const size_t*, cl_int* error) {
    ++programs->sources;
    *error = CL_SUCCESS;
    return reinterpret_cast<cl_program>(programs);
  };
  cl.clCreateProgramWithBinary =
      [](cl_context, cl_uint, const cl_device_id*, const size_t* bytes,
         const unsigned char** data, cl_int* loaded, cl_int* error) {
        ++programs->binaries;
        programs->binary.assign(reinterpret_cast<const char*>(*data), *bytes);
        *loaded = programs->refuse ? CL_INVALID_BINARY : CL_SUCCESS;
        *error = CL_SUCCESS;
        return reinterpret_cast<cl_program>(programs);
      };
  cl.clBuildProgram =
      [](cl_program, cl_uint, const cl_device_id*, const char* flags,
         void(CL_CALLBACK*)(cl_program, void*), void*) -> cl_int {
    programs->flags = flags;
    return CL_SUCCESS;
  };
  cl.clGetProgramInfo = [](cl_program, cl_program_info what, size_t,
                           void* value, size_t*) -> cl_int {
    const std::string& flags = programs->flags;
    if (what == CL_PROGRAM_BINARY_SIZES) {
      *static_cast<size_t*>(value) = programs->have_binaries ? flags.size() : 0;
    } else {
      std::copy(flags.begin(), flags.end(),
                *static_cast<unsigned char**>(value));
    }
    return CL_SUCCESS;
  };
  cl.clReleaseProgram = [](cl_program) -> cl_int {
    ++programs->releases;
    return CL_SUCCESS;
  };
}

// Each variant is compiled once, and again if its file is of no use.
TEST_F(OpenClDeviceTest, ProgramsComeFromTheCache) {
  FakePrograms fake;
  programs = &fake;
  OpenClOptions opencl;
  opencl.replace_functions = FakeCompiler;
  ProgramCache::Options cache;
  cache.directory = ::testing::TempDir() + "/opencl_device_test";
  std::filesystem::remove_all(cache.directory);
  cache_ = std::make_shared<ProgramCache>(cache);
  const auto expect_cached = [&](bool cached) {
    Open(opencl);
    for (const int32_t bias : {3, 4}) {
      const auto pipeline =
          device_->Compile({"test_scale", {{"BIAS", bias}}, {8, 2, 1}});
      ASSERT_EQ(pipeline.status(), OkStatus());
      EXPECT_EQ((*pipeline)->is_cached(), cached);
      EXPECT_THAT(fake.flags, HasSubstr(" -DWG_X=8 -DWG_Y=2 -DWG_Z=1 -DBIAS=" +
                                        std::to_string(bias)));
      if (cached) {
        EXPECT_EQ(fake.binary, fake.flags);
      }
    }
    device_ = nullptr;
  };
  const auto counts = [&fake] {
    return std::tuple(fake.sources, fake.binaries, fake.releases);
  };
  fake.have_binaries = false;
  expect_cached(false);
  fake.have_binaries = true;
  expect_cached(false);
  EXPECT_EQ(counts(), std::tuple(4, 0, 4));
  expect_cached(true);
  EXPECT_EQ(counts(), std::tuple(4, 2, 6));
  fake.refuse = true;
  expect_cached(false);
  EXPECT_EQ(counts(), std::tuple(6, 4, 10));
  std::filesystem::remove_all(cache.directory);
}

// GPUs divide faster and less exactly unless a program forbids it.
TEST_F(OpenClDeviceTest, AsksForExactQuotientsWhereThereAreSome) {
  static decltype(&clGetDeviceInfo) info;
  static decltype(&clBuildProgram) build;
  static cl_device_fp_config config;
  static std::string flags;
  OpenClOptions options;
  options.replace_functions = [](OpenClFunctions& cl) {
    info = cl.clGetDeviceInfo;
    build = cl.clBuildProgram;
    cl.clGetDeviceInfo = [](cl_device_id device, cl_device_info what,
                            size_t bytes, void* value,
                            size_t* needed) -> cl_int {
      if (what != CL_DEVICE_SINGLE_FP_CONFIG) {
        return info(device, what, bytes, value, needed);
      }
      *static_cast<cl_device_fp_config*>(value) = config;
      return CL_SUCCESS;
    };
    cl.clBuildProgram = [](cl_program program, cl_uint count,
                           const cl_device_id* devices, const char* with,
                           void(CL_CALLBACK * done)(cl_program, void*),
                           void* data) -> cl_int {
      flags = with;
      return build(program, count, devices,
                   "-cl-std=CL1.2 -DWG_X=1 -DWG_Y=1 "
                   "-DWG_Z=1",
                   done, data);
    };
  };
  constexpr char kFlag[] = "-cl-fp32-correctly-rounded-divide-sqrt";
  for (const bool exact : {false, true}) {
    config = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
    if (exact) config |= CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    Open(options);
    ASSERT_EQ(device_->Compile({"test_scale", {}, {1, 1, 1}}).status(),
              OkStatus());
    if (exact) {
      EXPECT_THAT(flags, HasSubstr(kFlag));
    } else {
      EXPECT_THAT(flags, Not(HasSubstr(kFlag)));
    }
  }
}

// Creations and releases of buffers and their parts.
struct PartLog {
  struct Part {
    cl_mem memory, parent;
    cl_buffer_region region;
  };
  std::mutex mutex;  // protects the following
  std::vector<Part> live, created;
  std::vector<cl_mem> released;  // buffers too
  int duplicates = 0;            // created while an equal one was live
  std::atomic<int> queues{0};    // with profiling
  Overlaps creations;

  void Created(const Part& part) {
    std::lock_guard<std::mutex> lock(mutex);
    for (const Part& other : live) {
      duplicates += other.parent == part.parent &&
                    other.region.origin == part.region.origin &&
                    other.region.size == part.region.size;
    }
    live.push_back(part);
    created.push_back(part);
  }
  void Released(cl_mem memory) {
    std::lock_guard<std::mutex> lock(mutex);
    released.push_back(memory);
    live.erase(
        std::remove_if(live.begin(), live.end(),
                       [&](const Part& p) { return p.memory == memory; }),
        live.end());
  }
};
PartLog* part_log;
// Milliseconds until other threads run, on a machine that is busy.
constexpr int kThreadStarts = 10;

void LogParts(OpenClFunctions& cl) {
  static decltype(&clCreateSubBuffer) create;
  static decltype(&clReleaseMemObject) release;
  static decltype(&clCreateCommandQueue) queue;
  create = cl.clCreateSubBuffer;
  release = cl.clReleaseMemObject;
  queue = cl.clCreateCommandQueue;
  cl.clCreateCommandQueue = [](cl_context context, cl_device_id device,
                               cl_command_queue_properties properties,
                               cl_int* error) {
    part_log->queues += properties != 0;
    part_log->creations.Stay(kThreadStarts);
    return queue(context, device, properties, error);
  };
  cl.clCreateSubBuffer = [](cl_mem parent, cl_mem_flags flags,
                            cl_buffer_create_type type, const void* info,
                            cl_int* error) {
    part_log->creations.Stay(kThreadStarts);
    const cl_mem part = create(parent, flags, type, info, error);
    part_log->Created(
        {part, parent, *static_cast<const cl_buffer_region*>(info)});
    return part;
  };
  cl.clReleaseMemObject = [](cl_mem memory) {
    part_log->Released(memory);
    return release(memory);
  };
}

// Drivers crash on the release of many equal parts.
TEST_F(OpenClDeviceTest, EqualPartsOfABufferAreOneObject) {
  PartLog log;
  part_log = &log;
  OpenClOptions options;
  options.replace_functions = LogParts;
  Open(options);
  const uint64_t step = std::max(device_->caps().offset_alignment, 256u);
  auto allocated = device_->Allocate(4 * step, GpuUse::kDeviceOnly);
  ASSERT_EQ(allocated.status(), OkStatus());
  std::shared_ptr<GpuBuffer> buffer = *std::move(allocated);
  const std::vector<int32_t> zeros(step);
  ASSERT_EQ(device_->Write(*buffer, 0, 4 * step, zeros.data()), OkStatus());

  // So that threads wait for nothing else.
  ASSERT_EQ(device_->Compile({"test_update", {}, {64, 1, 1}}).status(),
            OkStatus());
  std::vector<std::unique_ptr<GpuCommands>> all(8);
  std::vector<std::function<void()>> jobs;
  for (size_t i = 0; i < all.size(); ++i) {
    jobs.push_back([&, i] {
      all[i] = Increment({buffer, (i % 4) * step, 256, true});
    });
  }
  RunTogether(jobs);
  for (const auto& commands : all) {
    ASSERT_NE(commands, nullptr);
    ASSERT_EQ(commands->Run(), OkStatus());
  }
  ASSERT_EQ(all[0]->Rebind({{0, 0, {buffer, step, 256, true}}}), OkStatus());
  ASSERT_EQ(all[0]->Run(), OkStatus());
  EXPECT_EQ(log.created.size(), 3u);  // 0 is the whole buffer
  EXPECT_EQ(log.duplicates, 0);
  for (const auto& [part, runs] : {std::pair(0, 2), {1, 3}, {2, 2}, {3, 2}}) {
    std::vector<int32_t> values(64);
    ASSERT_EQ(device_->Read(*buffer, part * step, 256, values.data()),
              OkStatus());
    EXPECT_THAT(values, Each(runs));
  }
  // As is the queue of timed runs.
  jobs.clear();
  for (const auto& commands : all) {
    jobs.push_back([&] { EXPECT_TRUE(commands->RunTimed().ok()); });
  }
  RunTogether(jobs);
  EXPECT_EQ(log.queues, 1);
  EXPECT_EQ(log.creations.count(), 0);

  all.clear();
  log.released.clear();
  const cl_mem parent = log.created[0].parent;
  buffer = nullptr;
  EXPECT_THAT(log.released,
              testing::ElementsAre(log.created[2].memory, log.created[1].memory,
                                   log.created[0].memory, parent));
  EXPECT_THAT(log.live, testing::IsEmpty());
}

TEST_F(OpenClDeviceTest, ReportsWhatCannotBeAllocated) {
  OpenClOptions options;
  options.replace_functions = [](OpenClFunctions& cl) {
    cl.clCreateBuffer = [](cl_context, cl_mem_flags, size_t, void*,
                           cl_int* error) -> cl_mem {
      *error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
      return nullptr;
    };
  };
  Open(options);
  const auto buffer = device_->Allocate(1000, GpuUse::kDeviceOnly);
  EXPECT_TRUE(base::IsResourceExhausted(buffer.status())) << buffer.status();
  EXPECT_THAT(buffer.status().ToString(), HasSubstr("1000"));
  EXPECT_FALSE(device_->is_lost());
}

}  // namespace
}  // namespace tflite::gpu
