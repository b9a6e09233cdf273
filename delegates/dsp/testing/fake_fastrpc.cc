// The functions of FastRPC, implemented by the native guest, one process per
// allocation: like a DSP's, it outlives handles. Tests the calls that the
// delegate makes, not the real library.
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "delegates/dsp/skel/guests.h"
#include "delegates/dsp/transport/process_transport.h"

namespace tflite::dsp {
namespace {

// A process, with one call at a time.
class Process {
 public:
  Process()
      : transport_(MakeProcessTransport({"", "", NativeGuest(), "fake"})) {}

  DspTransport& transport() { return *transport_; }

  // A handle of the guest's; the first one starts the process.
  StatusOr<uint64_t> Open() {
    if (std::exchange(has_started_, true)) {
      char name[] = "tflite_dsp";
      uint32_t bytes = sizeof(name);
      uint64_t handle = 0;
      RemoteArg args[3];
      args[0].buffer = {&bytes, sizeof(bytes)};
      args[1].buffer = {name, sizeof(name)};
      args[2].buffer = {&handle, sizeof(handle)};
      TFLL_RETURN_IF_ERROR(Invoke(0, MakeScalars(0, 2, 1), args));
      return handle;
    }
    return transport_->Open();
  }
  Status Close(uint64_t handle) {
    return Invoke(handle, MakeScalars(1, 0, 0), nullptr);
  }
  // Like FastRPC, waits without a deadline.
  Status Invoke(uint64_t handle, uint32_t scalars, RemoteArg* args) {
    std::lock_guard<std::mutex> lock(mutex_);
    return transport_->Invoke(
        handle, scalars, args,
        std::chrono::steady_clock::now() + std::chrono::hours(1));
  }

 private:
  const std::unique_ptr<DspTransport> transport_;
  std::mutex mutex_;
  bool has_started_ = false;
};

struct Opened {
  std::shared_ptr<Process> process;
  uint64_t handle;
};

// The delegate allocates memory before it opens a handle, of the process of the
// last allocation.
struct State {
  std::mutex mutex;
  std::map<void*, std::shared_ptr<Process>> owners;
  std::map<uint64_t, Opened> opened;
  std::shared_ptr<Process> last;
  uint64_t handles = 0;
};

State& TheState() {
  static auto* const kState = new State;
  return *kState;
}

// Without a process if there is no such handle.
Opened Find(uint64_t handle) {
  std::lock_guard<std::mutex> lock(TheState().mutex);
  const auto at = TheState().opened.find(handle);
  return at == TheState().opened.end() ? Opened() : at->second;
}

constexpr int kError = 0x8000040D;  // FastRPC's "connection reset"

}  // namespace
}  // namespace tflite::dsp

extern "C" {

__attribute__((visibility("default"))) void* rpcmem_alloc(int heap,
                                                          uint32_t flags,
                                                          int bytes) {
  using namespace tflite::dsp;
  if (heap != 25 || flags != 1) return nullptr;
  const auto process = std::make_shared<Process>();
  const auto memory = process->transport().Alloc(static_cast<size_t>(bytes));
  if (!memory.ok()) return nullptr;
  std::lock_guard<std::mutex> lock(TheState().mutex);
  TheState().owners[*memory] = TheState().last = process;
  return *memory;
}

__attribute__((visibility("default"))) void rpcmem_free(void* memory) {
  using namespace tflite::dsp;
  std::lock_guard<std::mutex> lock(TheState().mutex);
  const auto at = TheState().owners.find(memory);
  if (at == TheState().owners.end()) return;
  if (at->second == TheState().last) TheState().last = nullptr;
  TheState().owners.erase(at);
}

__attribute__((visibility("default"))) int rpcmem_to_fd(void* memory) {
  using namespace tflite::dsp;
  std::lock_guard<std::mutex> lock(TheState().mutex);
  const auto at = TheState().owners.find(memory);
  if (at == TheState().owners.end()) return -1;
  const auto fd = at->second->transport().ToFd(memory);
  return fd.ok() ? *fd : -1;
}

__attribute__((visibility("default"))) int remote_handle64_open(
    const char* uri, uint64_t* handle) {
  using namespace tflite::dsp;
  if (strstr(uri, "libtflite_dsp_skel.so?tflite_dsp_skel_handle_invoke") ==
      nullptr) {
    return kError;
  }
  std::lock_guard<std::mutex> lock(TheState().mutex);
  if (TheState().last == nullptr) return kError;
  const auto inner = TheState().last->Open();
  if (!inner.ok()) return kError;
  *handle = ++TheState().handles + 1000;
  TheState().opened[*handle] = {TheState().last, *inner};
  return 0;
}

__attribute__((visibility("default"))) int remote_handle64_close(
    uint64_t handle) {
  using namespace tflite::dsp;
  const Opened opened = Find(handle);
  if (opened.process == nullptr) return kError;
  const bool closed = opened.process->Close(opened.handle).ok();
  std::lock_guard<std::mutex> lock(TheState().mutex);
  TheState().opened.erase(handle);
  return closed ? 0 : kError;
}

__attribute__((visibility("default"))) int remote_handle64_invoke(
    uint64_t handle, uint32_t scalars, tflite::dsp::RemoteArg* args) {
  using namespace tflite::dsp;
  const Opened opened = Find(handle);
  if (opened.process == nullptr) return kError;
  return opened.process->Invoke(opened.handle, scalars, args).ok() ? 0 : kError;
}

__attribute__((visibility("default"))) int remote_handle64_control(
    uint64_t handle, uint32_t request, void* data, uint32_t bytes) {
  using namespace tflite::dsp;
  const Opened opened = Find(handle);
  uint32_t* words = static_cast<uint32_t*>(data);
  if (opened.process == nullptr || request != 2 || bytes != 12) return kError;
  const auto value = opened.process->transport().Query(
      opened.handle, static_cast<DspAttribute>(words[1]));
  if (!value.ok()) return kError;
  words[2] = *value;
  return 0;
}

}  // extern "C"
