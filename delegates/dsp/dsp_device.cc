#include "delegates/dsp/dsp_device.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "delegates/dsp/skel/guests.h"
#include "delegates/dsp/transport/device_transport.h"
#include "delegates/dsp/transport/process_transport.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite::dsp {
namespace {

constexpr int kMostFailures = 3;
// Used if the DSP does not report its size.
constexpr uint32_t kUsualFastBytes = 256 * 1024;

std::unique_ptr<DspTransport> Hexagon(const DspOptions& options,
                                      const std::string& qemu) {
  return MakeProcessTransport({qemu, options.guest_path, HexagonGuest(),
                               "Hexagon V67 code under qemu"});
}

std::unique_ptr<DspTransport> Native(const DspOptions& options) {
  return MakeProcessTransport({"", options.guest_path, NativeGuest(),
                               "scalar code in a process of the host"});
}

StatusOr<std::unique_ptr<DspTransport>> Device(const DspOptions& options) {
  constexpr char kLibrary[] = "libcdsprpc.so";
  if (!options.library_folder.empty()) {
    auto there = MakeDeviceTransport(options.library_folder + "/" + kLibrary,
                                     options.library_folder);
    if (there.ok()) return there;
  }
  return MakeDeviceTransport(kLibrary, options.library_folder);
}

uint32_t ThreadsFor(const DspOptions& options, bool is_process) {
  // More gained nothing more for 8-bit networks of a few hundred layers.
  constexpr uint32_t kUsualMost = 4;
  if (options.num_threads > 0) {
    return static_cast<uint32_t>(options.num_threads);
  }
  return is_process
             ? std::clamp(std::thread::hardware_concurrency(), 1u, kUsualMost)
             : 1;
}

}  // namespace

StatusOr<std::unique_ptr<DspTransport>> ChooseTransport(
    const DspOptions& options) {
  const std::string qemu = FindProgram("qemu-hexagon");
  switch (options.backend) {
    case DspBackend::kDevice:
      return Device(options);
    case DspBackend::kHexagon:
      if (qemu.empty()) {
        return Unavailable("the program qemu-hexagon is not on the PATH");
      }
      return Hexagon(options, qemu);
    case DspBackend::kNative:
      return Native(options);
    case DspBackend::kAny:
      break;
  }
  auto device = Device(options);
  if (device.ok()) return device;
  return qemu.empty() ? Native(options) : Hexagon(options, qemu);
}

StatusOr<std::shared_ptr<DspDevice>> DspDevice::Open(
    std::unique_ptr<DspTransport> transport, const DspOptions& options) {
  std::shared_ptr<DspDevice> device(
      new DspDevice(std::move(transport), options));
  device->description_ = device->transport_->Description();
  const Status attached = device->Attach(options);
  if (!attached.ok()) return Annotate(attached, device->description_);
  return device;
}

DspDevice::~DspDevice() {
  if (opened_) transport_->Close(handle_);
}

template <typename Request, typename Reply>
Status DspDevice::Call(Method method, Request request, Reply* reply) {
  RemoteArg args[2];
  args[0].buffer = {&request, sizeof(request)};
  args[1].buffer = {reply, sizeof(*reply)};
  // Clocks count 64 bits of nanoseconds: a later time may not be one.
  constexpr std::chrono::milliseconds kLeast(0),
      kMost = std::chrono::hours(9000);
  return transport_->Invoke(
      handle_, MakeScalars(static_cast<uint32_t>(method), 1, 1), args,
      std::chrono::steady_clock::now() +
          std::clamp(std::chrono::milliseconds(deadline_ms_), kLeast, kMost));
}

Status DspDevice::Attach(const DspOptions& options) {
  // Offsets and the DSP's addresses have 32 bits.
  constexpr int64_t kLeast = 1 << 20, kMost = int64_t{1} << 30;
  bytes_ =
      static_cast<uint64_t>(std::clamp(options.memory_bytes, kLeast, kMost));
  TFLL_ASSIGN_OR_RETURN(void* memory, transport_->Alloc(bytes_));
  base_ = static_cast<uint8_t*>(memory);
  TFLL_ASSIGN_OR_RETURN(handle_, transport_->Open());
  opened_ = true;
  TFLL_ASSIGN_OR_RETURN(const int32_t fd, transport_->ToFd(memory));
  threads_ = ThreadsFor(options, transport_->IsProcess());
  AttachReply reply = {};
  TFLL_RETURN_IF_ERROR(Call(
      Method::kAttach,
      AttachRequest{kWireVersion, fd, static_cast<uint32_t>(bytes_), threads_},
      &reply));
  if (reply.version != kWireVersion) {
    return Unavailable("its program is of version ", reply.version,
                       ", the delegate of version ", kWireVersion);
  }
  if (reply.fault != Fault::kNone) {
    return Unavailable("it does not start: ", FaultText(reply.fault));
  }
  guest_ = reply.guest;
  vector_bytes_ = reply.vector_bytes;
  const auto page = transport_->Query(handle_, DspAttribute::kVtcmPageBytes);
  const auto pages = transport_->Query(handle_, DspAttribute::kVtcmPages);
  PlaceRegions(page.ok() && pages.ok() ? uint64_t{*page} * *pages
                                       : kUsualFastBytes);
  return OkStatus();
}

void DspDevice::PlaceRegions(uint64_t fast_bytes) {
  fast_bytes = std::min(fast_bytes, bytes_ / 4) & ~uint64_t{127};
  fast_ = {kPieceSlack, static_cast<uint32_t>(fast_bytes)};
  const uint64_t rest = kPieceSlack + fast_bytes + kPieceSlack;
  arena_ = std::make_shared<Arena>(transport_, base_, rest,
                                   bytes_ - rest - kPieceSlack, kPieceAlignment,
                                   kPieceSlack);
}

StatusOr<RunReply> DspDevice::Run(const Piece& program, uint32_t first,
                                  uint32_t steps) {
  if (lost_) return lost_because_;
  RunReply reply = {};
  Status status = Call(Method::kRun, RunRequest{program, first, steps}, &reply);
  if (!status.ok()) {
    status = Annotate(status, description_);
    lost_because_ = status;
    lost_ = true;
    return status;
  }
  if (reply.fault != Fault::kNone) {
    return Internal(description_, " refused step ", reply.step, ": ",
                    FaultText(reply.fault));
  }
  return reply;
}

StatusOr<std::shared_ptr<DspDevice>> DspDevices::Get() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (device_ != nullptr && !device_->is_lost()) return device_;
  if (device_ != nullptr) ++failures_;
  device_ = nullptr;
  if (failures_ >= kMostFailures) {
    return Unavailable("the DSP was lost ", kMostFailures, " times in a row");
  }
  auto transport = ChooseTransport(options_);
  auto device = transport.ok()
                    ? DspDevice::Open(*std::move(transport), options_)
                    : StatusOr<std::shared_ptr<DspDevice>>(transport.status());
  if (!device.ok()) return device.status();
  Log(LogLevel::kInfo, "DSP delegate: runs as %s",
      (*device)->description().c_str());
  device_ = *device;
  return device_;
}

}  // namespace tflite::dsp
