#include "delegates/dsp/skel/skeleton.h"

#include "delegates/dsp/skel/executor.h"
#include "delegates/dsp/skel/platform.h"
#include "delegates/dsp/skel/threads.h"

namespace tflite::dsp {
namespace {

// FastRPC's AEE_EBADPARM, AEE_EUNSUPPORTED, AEE_ENOMEMORY.
constexpr int kBadParameter = 14, kUnsupported = 20, kNoMemory = 2;

// An open handle and its shared memory. Handles belong to one caller at a time,
// but several are opened and closed at the same time.
struct Attachment {
  uint32_t is_open;
  uint8_t* base;
  uint32_t bytes;
  uint32_t threads;
};
constexpr uint64_t kMostHandles = 32;
Attachment attachments[kMostHandles];
uint32_t open_handles = 0;

void Detach(Attachment& a) {
  if (a.base != nullptr) UnmapShared(a.base, a.bytes);
  a.base = nullptr;
}

// The buffer as a T; null if its size differs.
template <typename T>
T* As(const RemoteArg& arg) {
  return arg.buffer.bytes == sizeof(T) ? static_cast<T*>(arg.buffer.data)
                                       : nullptr;
}

int Open(uint32_t scalars, RemoteArg* args) {
  if (InputsOf(scalars) != 2 || OutputsOf(scalars) != 1) return kBadParameter;
  uint64_t* handle = As<uint64_t>(args[2]);
  if (handle == nullptr) return kBadParameter;
  for (uint64_t i = 0; i < kMostHandles; ++i) {
    Attachment& a = attachments[i];
    uint32_t closed = 0;
    if (!__atomic_compare_exchange_n(&a.is_open, &closed, 1, false,
                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
      continue;
    }
    __atomic_add_fetch(&open_handles, 1, __ATOMIC_SEQ_CST);
    *handle = i + 1;
    return 0;
  }
  return kNoMemory;
}

bool IsOpen(uint64_t handle) {
  return handle >= 1 && handle <= kMostHandles &&
         __atomic_load_n(&attachments[handle - 1].is_open, __ATOMIC_SEQ_CST) !=
             0;
}

// Helper threads end with the last handle: a DSP's process may outlive it.
void Close(Attachment& a) {
  Detach(a);
  __atomic_store_n(&a.is_open, 0, __ATOMIC_SEQ_CST);
  if (__atomic_sub_fetch(&open_handles, 1, __ATOMIC_SEQ_CST) == 0) {
    EndHelpers();
  }
}

AttachReply Attach(const AttachRequest& request, Attachment& a) {
  AttachReply reply = {kWireVersion, Fault::kNone, ThisGuest(), VectorBytes()};
  if (request.version != kWireVersion || request.threads < 1 ||
      request.threads > kMostThreads) {
    reply.fault = Fault::kMessage;
    return reply;
  }
  Detach(a);
  a.base = MapShared(request.fd, request.bytes);
  a.bytes = request.bytes;
  a.threads = request.threads;
  if (a.base == nullptr) reply.fault = Fault::kNoMemory;
  return reply;
}

int CallMethod(Attachment& a, uint32_t scalars, RemoteArg* args) {
  if (InputsOf(scalars) != 1 || OutputsOf(scalars) != 1) return kBadParameter;
  switch (static_cast<Method>(MethodOf(scalars))) {
    case Method::kAttach: {
      const auto* request = As<const AttachRequest>(args[0]);
      auto* reply = As<AttachReply>(args[1]);
      if (request == nullptr || reply == nullptr) return kBadParameter;
      *reply = Attach(*request, a);
      return 0;
    }
    case Method::kRun: {
      const auto* request = As<const RunRequest>(args[0]);
      auto* reply = As<RunReply>(args[1]);
      if (request == nullptr || reply == nullptr) return kBadParameter;
      *reply = RunProgram(*request, a.base, a.base == nullptr ? 0 : a.bytes,
                          a.threads);
      return 0;
    }
  }
  return kUnsupported;
}

}  // namespace
}  // namespace tflite::dsp

extern "C" int tflite_dsp_skel_handle_invoke(uint64_t handle, uint32_t scalars,
                                             tflite::dsp::RemoteArg* args) {
  using namespace tflite::dsp;
  if (HandlesOf(scalars) != 0) return kBadParameter;
  if (MethodOf(scalars) == 0) return Open(scalars, args);
  if (!IsOpen(handle)) return kBadParameter;
  Attachment& a = attachments[handle - 1];
  if (MethodOf(scalars) == 1) {
    Close(a);
    return 0;
  }
  return CallMethod(a, scalars, args);
}
