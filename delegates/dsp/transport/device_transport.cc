#include "delegates/dsp/transport/device_transport.h"

#include <dlfcn.h>

#include <climits>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/loader_error.h"

namespace tflite::dsp {
namespace {

// Heap and flags of rpcmem_alloc: system memory, cached.
constexpr int kSystemHeap = 25;
constexpr uint32_t kCached = 1;
// A request of remote_handle64_control, and its result.
constexpr uint32_t kGetDspInfo = 2;
constexpr uint32_t kComputeDomain = 3;
struct Capability {
  uint32_t domain, attribute, value;
};

constexpr char kUri[] =
    "file:///libtflite_dsp_skel.so?tflite_dsp_skel_handle_invoke"
    "&_modver=1.0&_dom=cdsp";

// The vendor's functions.
struct FastRpc {
  int (*open)(const char* uri, uint64_t* handle);
  int (*close)(uint64_t handle);
  int (*invoke)(uint64_t handle, uint32_t scalars, RemoteArg* args);
  int (*control)(uint64_t handle, uint32_t request, void* data, uint32_t bytes);
  void* (*alloc)(int heap, uint32_t flags, int bytes);
  void (*free)(void* memory);
  int (*to_fd)(void* memory);
};

template <typename Function>
Status Resolve(void* library, const char* name, Function* function) {
  *function = reinterpret_cast<Function>(dlsym(library, name));
  return *function == nullptr ? Unavailable("it has no function ", name)
                              : OkStatus();
}

StatusOr<FastRpc> Load(const std::string& name) {
  // Never unloaded: FastRPC has threads of its own.
  void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return Unavailable(base::LoaderError(name));
  FastRpc f;
  TFLL_RETURN_IF_ERROR(Resolve(library, "remote_handle64_open", &f.open));
  TFLL_RETURN_IF_ERROR(Resolve(library, "remote_handle64_close", &f.close));
  TFLL_RETURN_IF_ERROR(Resolve(library, "remote_handle64_invoke", &f.invoke));
  TFLL_RETURN_IF_ERROR(Resolve(library, "remote_handle64_control", &f.control));
  TFLL_RETURN_IF_ERROR(Resolve(library, "rpcmem_alloc", &f.alloc));
  TFLL_RETURN_IF_ERROR(Resolve(library, "rpcmem_free", &f.free));
  TFLL_RETURN_IF_ERROR(Resolve(library, "rpcmem_to_fd", &f.to_fd));
  return f;
}

// Calls of FastRPC cannot be cancelled. Each runs on its own thread, which is
// abandoned after the deadline; all memory that it uses belongs to the call.
class Caller {
 public:
  // Returns the function's result. The function must own all that it refers to.
  StatusOr<int> Call(std::function<int()> function, Deadline deadline) {
    auto state = std::make_shared<State>();
    std::thread([state, function = std::move(function)] {
      const int result = function();
      std::lock_guard<std::mutex> lock(state->mutex);
      state->result = result;
      state->done = true;
      state->ended.notify_one();
    }).detach();
    std::unique_lock<std::mutex> lock(state->mutex);
    if (!state->ended.wait_until(lock, deadline, [&] { return state->done; })) {
      return ResourceExhausted("the DSP did not answer in time");
    }
    return state->result;
  }

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    int result = 0;
  };
};

// Copies of a call's buffers, which stay valid for a late answer.
struct OwnedArgs {
  OwnedArgs(uint32_t scalars, const RemoteArg* from)
      : inputs(InputsOf(scalars)), args(inputs + OutputsOf(scalars)) {
    for (RemoteArg& arg : args) {
      const auto& b = (from++)->buffer;
      const char* begin = static_cast<const char*>(b.data);
      // Bytes stay where they are when `buffers` grows.
      std::vector<char>& copy = buffers.emplace_back(begin, begin + b.bytes);
      arg.buffer = {copy.data(), copy.size()};
    }
  }
  void CopyOutputs(RemoteArg* to) const {
    for (size_t i = inputs; i < args.size(); ++i) {
      std::copy(buffers[i].begin(), buffers[i].end(),
                static_cast<char*>(to[i].buffer.data));
    }
  }

  size_t inputs;
  std::vector<RemoteArg> args;
  std::vector<std::vector<char>> buffers;
};

class DeviceTransport : public DspTransport {
 public:
  explicit DeviceTransport(const FastRpc& rpc) : rpc_(rpc) {}
  ~DeviceTransport() override {
    // A call that has not returned may still write to the memory.
    if (late_) return;
    for (void* memory : blocks_) rpc_.free(memory);
  }

  bool IsProcess() const override { return false; }
  std::string Description() const override { return "the DSP, by FastRPC"; }

  StatusOr<void*> Alloc(size_t bytes) override {
    if (bytes > INT_MAX) {
      return ResourceExhausted(bytes, " bytes are too many for rpcmem_alloc");
    }
    void* memory = rpc_.alloc(kSystemHeap, kCached, static_cast<int>(bytes));
    if (memory == nullptr) {
      return ResourceExhausted("rpcmem_alloc has no ", bytes, " bytes");
    }
    blocks_.push_back(memory);
    return memory;
  }

  StatusOr<int32_t> ToFd(void* memory) const override {
    const int fd = rpc_.to_fd(memory);
    if (fd < 0) return Invalid("the memory is not rpcmem_alloc's");
    return fd;
  }

  StatusOr<uint64_t> Open() override {
    uint64_t handle = 0;
    const int error = rpc_.open(kUri, &handle);
    if (error != 0) {
      return Unavailable("remote_handle64_open of ", kUri, " failed with ",
                         error);
    }
    return handle;
  }

  void Close(uint64_t handle) override {
    if (!late_) rpc_.close(handle);
  }

  Status Invoke(uint64_t handle, uint32_t scalars, RemoteArg* args,
                Deadline deadline) override {
    if (late_) return Unavailable("a call has not come back");
    auto owned = std::make_shared<OwnedArgs>(scalars, args);
    auto result = caller_.Call(
        [invoke = rpc_.invoke, handle, scalars, owned] {
          return invoke(handle, scalars, owned->args.data());
        },
        deadline);
    if (!result.ok()) {
      late_ = true;
      return result.status();
    }
    if (*result != 0) {
      return Unavailable("remote_handle64_invoke failed with ", *result);
    }
    owned->CopyOutputs(args);
    return OkStatus();
  }

  StatusOr<uint32_t> Query(uint64_t handle, DspAttribute attribute) override {
    Capability capability = {
        kComputeDomain, static_cast<uint32_t>(attribute), {}};
    const int error =
        rpc_.control(handle, kGetDspInfo, &capability, sizeof(capability));
    if (error != 0) {
      return Unsupported("remote_handle64_control failed with ", error);
    }
    return capability.value;
  }

 private:
  const FastRpc rpc_;
  Caller caller_;
  std::vector<void*> blocks_;
  bool late_ = false;
};

}  // namespace

StatusOr<std::unique_ptr<DspTransport>> MakeDeviceTransport(
    const std::string& library, const std::string& folder) {
  // FastRPC reads it when it opens a library. A value set by the user is kept.
  if (!folder.empty()) setenv("ADSP_LIBRARY_PATH", folder.c_str(), 0);
  auto rpc = Load(library);
  if (!rpc.ok()) return Annotate(rpc.status(), library);
  return std::unique_ptr<DspTransport>(std::make_unique<DeviceTransport>(*rpc));
}

}  // namespace tflite::dsp
