// The functions of FastRPC, implemented by the native guest, one process per
// handle. Tests the calls that the delegate makes, not the real library.
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "delegates/dsp/skel/guests.h"
#include "delegates/dsp/transport/process_transport.h"

namespace tflite::dsp {
namespace {

// The delegate allocates memory before it opens a handle. Each allocation
// belongs to the process that is started next.
struct State {
  std::mutex mutex;
  std::unique_ptr<DspTransport> next;
  std::map<void*, std::shared_ptr<DspTransport>> owners;
  std::map<uint64_t, std::shared_ptr<DspTransport>> opened;
  uint64_t handles = 0;
};

State& TheState() {
  static auto* const kState = new State;
  return *kState;
}

std::shared_ptr<DspTransport> Find(uint64_t handle) {
  std::lock_guard<std::mutex> lock(TheState().mutex);
  const auto at = TheState().opened.find(handle);
  return at == TheState().opened.end() ? nullptr : at->second;
}

constexpr int kError = 0x8000040D;  // FastRPC's "connection reset"
std::shared_ptr<DspTransport> current;

}  // namespace
}  // namespace tflite::dsp

extern "C" {

__attribute__((visibility("default"))) void* rpcmem_alloc(int heap,
                                                          uint32_t flags,
                                                          int bytes) {
  using namespace tflite::dsp;
  if (heap != 25 || flags != 1) return nullptr;
  std::lock_guard<std::mutex> lock(TheState().mutex);
  current = MakeProcessTransport({"", "", NativeGuest(), "fake"});
  const auto memory = current->Alloc(static_cast<size_t>(bytes));
  if (!memory.ok()) return nullptr;
  TheState().owners[*memory] = current;
  return *memory;
}

__attribute__((visibility("default"))) void rpcmem_free(void* memory) {
  using namespace tflite::dsp;
  std::lock_guard<std::mutex> lock(TheState().mutex);
  TheState().owners.erase(memory);
}

__attribute__((visibility("default"))) int rpcmem_to_fd(void* memory) {
  using namespace tflite::dsp;
  std::lock_guard<std::mutex> lock(TheState().mutex);
  const auto at = TheState().owners.find(memory);
  if (at == TheState().owners.end()) return -1;
  const auto fd = at->second->ToFd(memory);
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
  if (current == nullptr || !current->Open().ok()) return kError;
  *handle = ++TheState().handles + 1000;
  TheState().opened[*handle] = std::move(current);
  return 0;
}

__attribute__((visibility("default"))) int remote_handle64_close(
    uint64_t handle) {
  using namespace tflite::dsp;
  std::lock_guard<std::mutex> lock(TheState().mutex);
  const auto at = TheState().opened.find(handle);
  if (at == TheState().opened.end()) return kError;
  at->second->Close(1);
  TheState().opened.erase(at);
  return 0;
}

__attribute__((visibility("default"))) int remote_handle64_invoke(
    uint64_t handle, uint32_t scalars, tflite::dsp::RemoteArg* args) {
  using namespace tflite::dsp;
  const auto transport = Find(handle);
  if (transport == nullptr) return kError;
  // Like FastRPC, waits without a deadline.
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::hours(1);
  return transport->Invoke(1, scalars, args, deadline).ok() ? 0 : kError;
}

__attribute__((visibility("default"))) int remote_handle64_control(
    uint64_t handle, uint32_t request, void* data, uint32_t bytes) {
  using namespace tflite::dsp;
  const auto transport = Find(handle);
  uint32_t* words = static_cast<uint32_t*>(data);
  if (transport == nullptr || request != 2 || bytes != 12) return kError;
  const auto value = transport->Query(1, static_cast<DspAttribute>(words[1]));
  if (!value.ok()) return kError;
  words[2] = *value;
  return 0;
}

}  // extern "C"
