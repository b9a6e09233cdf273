// Lets each call of the OpenCL library fail: the error must be returned, and
// all objects must be released. Compares the calls with those in
// opencl_calls.txt and opencl_unified_calls.txt.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "delegates/gpu/device/opencl/opencl_choice.h"
#include "delegates/gpu/device/opencl/opencl_device.h"
#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/device/testing/call_text.h"
#include "delegates/gpu/device/testing/failing_calls.h"
#include "delegates/gpu/device/testing/test_kernels.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {

static std::string DriverStruct(const cl_image_format&, CallText&) {
  return "image";
}
static std::string DriverStruct(const cl_image_desc&, CallText&) {
  return "image";
}
// Not a struct of the library: three numbers.
struct Extents {
  const size_t* of;
};
static std::string DriverStruct(const Extents& x, CallText& text) {
  return text.Each(x.of, 3);
}

namespace {

using base::StartsWith;
using ::testing::Each;
using ::testing::IsSupersetOf;

// Also counts the references to each object, and collects the calls.
struct CallLog : FailingCall {
  std::map<const void*, int> objects;
  CallText text;

  void Refer(const void* object, int change) {
    if (object != nullptr && (objects[object] += change) == 0) {
      objects.erase(object);
      text.Forget(object);
    }
  }

  // What devices answer differs.
  template <typename... Args>
  void Add(const std::string& name, const Args&... args) {
    if (!StartsWith(name, "clGet")) text.Add(name, args...);
  }
};
CallLog* call_log = nullptr;

// A function that fails if the log says so.
template <typename Name, typename Function>
struct Logged;
template <typename Name, typename R, typename... Args>
struct Logged<Name, R (*)(Args...)> {
  static inline R (*real)(Args...) = nullptr;  // the library's

  static R Call(Args... args) {
    const std::string name = Name::Get();
    const auto all = std::tie(args...);
    AddText(name, args...);
    CheckRoom(name, args...);
    const auto first = std::get<0>(all);
    const auto last = std::get<sizeof...(Args) - 1>(all);
    const bool fails = call_log->Fails(name);
    if constexpr (std::is_pointer_v<R>) {
      if (fails) {
        *last = CL_OUT_OF_HOST_MEMORY;
        return nullptr;
      }
      const R object = real(args...);
      if (StartsWith(name, "clCreate")) call_log->Refer(object, 1);
      return object;
    } else {
      if (fails) return CL_OUT_OF_HOST_MEMORY;
      // First, because another thread may get the object's address after it.
      if constexpr (std::is_pointer_v<decltype(first)>) {
        if (StartsWith(name, "clRelease")) call_log->Refer(first, -1);
        if (StartsWith(name, "clRetain")) call_log->Refer(first, 1);
      }
      const R error = real(args...);
      if constexpr (std::is_same_v<std::decay_t<decltype(last)>, cl_event*>) {
        if (error == CL_SUCCESS && last != nullptr) call_log->Refer(*last, 1);
      }
      return error;
    }
  }

  // Who asks how much room an answer needs gives none.
  static void CheckRoom(const std::string& name, const Args&... args) {
    if constexpr (sizeof...(Args) >= 3) {
      const auto all = std::tie(args...);
      const auto room = std::get<sizeof...(Args) - 3>(all);
      const auto place = std::get<sizeof...(Args) - 2>(all);
      if constexpr (std::is_integral_v<decltype(room)> &&
                    std::is_pointer_v<decltype(place)>) {
        if (!StartsWith(name, "clGet") || place != nullptr) return;
        EXPECT_EQ(room, 0u) << name;
      }
    }
  }

  // Arguments that are behind pointers are added to the others.
  static void AddText(const std::string& name, const Args&... args) {
    const auto all = std::tie(args...);
    using Function = R (*)(Args...);
    if constexpr (std::is_same_v<Function, decltype(&clSetKernelArg)>) {
      const size_t bytes = std::get<2>(all);
      const void* const value = std::get<3>(all);
      if (bytes == sizeof(cl_uint)) {
        call_log->Add(name, args..., *static_cast<const cl_uint*>(value));
      } else {
        call_log->Add(name, args..., *static_cast<const cl_mem*>(value));
      }
    } else if constexpr (std::is_same_v<Function,
                                        decltype(&clEnqueueNDRangeKernel)>) {
      call_log->Add(name, args..., Extents{std::get<4>(all)},
                    Extents{std::get<5>(all)});
    } else if constexpr (std::is_same_v<Function,
                                        decltype(&clCreateSubBuffer)>) {
      const auto* region =
          static_cast<const cl_buffer_region*>(std::get<3>(all));
      call_log->Add(name, args..., region->origin, region->size);
    } else {
      call_log->Add(name, args...);
    }
  }
};

#define TFLL_NAME(name)                        \
  struct name##Name {                          \
    static const char* Get() { return #name; } \
  };
TFLL_OPENCL_FUNCTIONS(TFLL_NAME)
#undef TFLL_NAME

void LogCalls(OpenClFunctions& cl) {
#define TFLL_LOG(name)                                      \
  {                                                         \
    using Function = Logged<name##Name, decltype(cl.name)>; \
    Function::real = cl.name;                               \
    cl.name = &Function::Call;                              \
  }
  TFLL_OPENCL_FUNCTIONS(TFLL_LOG)
#undef TFLL_LOG
}

// A platform or device that cannot be asked is left alone; properties have
// defaults.
const std::set<std::string> kOptional = {
    "clGetPlatformIDs", "clGetPlatformInfo", "clGetDeviceIDs",
    "clGetDeviceInfo", "clGetEventProfilingInfo"};

// Transfers, maps, imports, compiles, and runs; returns the first error.
Status UseDevice(OpenClDevice& device) {
  constexpr uint64_t kBytes = 256;
  const std::vector<int32_t> zeros(64);
  constexpr uint64_t part = 512;  // a multiple of every device's alignment
  TFLL_ASSIGN_OR_RETURN(const auto data,
                        device.Allocate(part + kBytes, GpuUse::kDeviceOnly));
  TFLL_RETURN_IF_ERROR(device.Write(*data, part, kBytes, zeros.data()));
  TFLL_ASSIGN_OR_RETURN(const auto shared,
                        device.Allocate(kBytes, GpuUse::kShared));
  if (device.caps().unified_memory) {
    TFLL_RETURN_IF_ERROR(device.Map(*shared).status());
    TFLL_RETURN_IF_ERROR(device.Unmap(*shared));
  }
  alignas(4096) static char host[4096];
  if (device.caps().import_alignment != 0) {
    TFLL_ASSIGN_OR_RETURN(const auto imported,
                          device.Import(host, sizeof(host)));
    TFLL_RETURN_IF_ERROR(device.Lend(*imported));
    TFLL_RETURN_IF_ERROR(device.Return(*imported));
  }

  TFLL_ASSIGN_OR_RETURN(const auto pipeline,
                        device.Compile({"test_update", {}, {64, 1, 1}}));
  GpuDispatch dispatch;
  dispatch.pipeline = pipeline;
  dispatch.buffers = {{data, part, kBytes, true}};
  dispatch.params = {64, 1, 1};
  const GpuCopy copy = {
      {data, part, kBytes, false}, {shared, 0, kBytes, true}, "copy"};
  TFLL_ASSIGN_OR_RETURN(const auto commands, device.Record({dispatch, copy}));
  TFLL_RETURN_IF_ERROR(commands->Run());
  TFLL_RETURN_IF_ERROR(commands->RunTimed().status());
  TFLL_RETURN_IF_ERROR(commands->Rebind({{0, 0, {data, part, kBytes, true}}}));
  std::vector<int32_t> values(64);
  TFLL_RETURN_IF_ERROR(device.Read(*shared, 0, kBytes, values.data()));
  EXPECT_THAT(values, Each(2));
  return OkStatus();
}

class OpenClFailures : public ::testing::Test {
 protected:
  void SetUp() override {
    options_.kernels = &GpuTestKernels();
    const auto cl = LoadOpenCl();
    if (!cl.ok()) GTEST_SKIP() << "not run: " << cl.status();
    const auto chosen = ChooseOpenClDevice(**cl);
    if (!chosen.ok()) GTEST_SKIP() << "not run: " << chosen.status();
    opencl_.replace_functions = LogCalls;
  }
  void TearDown() override { call_log = nullptr; }

  // Opens a device and uses it; returns the first error.
  Status Use(CallLog* log) {
    call_log = log;
    if (before_use_ != nullptr) before_use_();
    const auto device = OpenClDevice::Create(options_, opencl_);
    return device.ok() ? UseDevice(**device) : device.status();
  }

  std::set<std::string> FailEach() {
    return FailEachCall<CallLog>(
        [this](CallLog* log) { return Use(log); },
        [](const std::string& name) -> std::optional<std::string> {
          // Their results are not examined.
          if (StartsWith(name, "clRelease")) return std::nullopt;
          return kOptional.count(name) != 0 ? "OpenCL"
                                            : "CL_OUT_OF_HOST_MEMORY";
        });
  }

  void ExpectCalls(const char* file) {
    CallLog log;
    ASSERT_EQ(Use(&log), OkStatus());
    std::ifstream in(file);
    EXPECT_EQ(base::StrJoin(log.text.lines(), "\n") + "\n",
              std::string(std::istreambuf_iterator<char>(in), {}));
  }

  GpuDeviceOptions options_;
  OpenClOptions opencl_;
  std::function<void()> before_use_;
};

TEST_F(OpenClFailures, AreReported) {
  EXPECT_THAT(kOptional, IsSupersetOf(FailEach()));
}

TEST_F(OpenClFailures, OfObjectsThatAreLentAreReported) {
  const auto owner = OpenClDevice::Create(options_);
  ASSERT_EQ(owner.status(), OkStatus());
  const OpenClFunctions& cl = **LoadOpenCl();
  OpenClHandles lent = (*owner)->handles();
  cl_int error = CL_SUCCESS;
  lent.queue = cl.clCreateCommandQueue(lent.context, lent.device,
                                       CL_QUEUE_PROFILING_ENABLE, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  opencl_.lent = lent;
  EXPECT_THAT(kOptional, IsSupersetOf(FailEach()));
  cl.clReleaseCommandQueue(lent.queue);
}

// All devices with the same kind of memory get the same calls. Results of the
// device at hand show few mistakes in them.
TEST_F(OpenClFailures, CallsWithStagingMemoryAreTheRecordedOnes) {
  options_.force_staging = true;
  ExpectCalls("delegates/gpu/device/opencl/opencl_calls.txt");
}

TEST_F(OpenClFailures, CallsWithUnifiedMemoryAreTheRecordedOnes) {
  const auto device = OpenClDevice::Create(options_);
  ASSERT_EQ(device.status(), OkStatus());
  if (!(*device)->caps().unified_memory) GTEST_SKIP() << "not run: no such";
  ExpectCalls("delegates/gpu/device/opencl/opencl_unified_calls.txt");
}

// Without its cache, a device compiles again.
TEST_F(OpenClFailures, OfTheCacheAreNotReported) {
  ProgramCache::Options cache;
  cache.directory = ::testing::TempDir() + "/opencl_failures";
  std::set<std::string> optional = kOptional;
  optional.insert(
      {"clBuildProgram", "clCreateProgramWithBinary", "clGetProgramInfo"});
  for (const bool warm : {false, true}) {
    SCOPED_TRACE(warm);
    before_use_ = [&] {
      if (!warm) std::filesystem::remove_all(cache.directory);
      options_.cache = std::make_shared<ProgramCache>(cache);
    };
    EXPECT_THAT(optional, IsSupersetOf(FailEach()));
  }
  std::filesystem::remove_all(cache.directory);
}

}  // namespace
}  // namespace tflite::gpu
