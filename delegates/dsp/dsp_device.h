#ifndef DELEGATES_DSP_DSP_DEVICE_H_
#define DELEGATES_DSP_DSP_DEVICE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "delegates/dsp/dsp_options.h"
#include "delegates/dsp/session/arena.h"
#include "delegates/dsp/transport/transport.h"
#include "delegates/dsp/wire/messages.h"

namespace tflite::dsp {

// A DSP with its program running in it: a process, or a handle of FastRPC.
// Shared by the partitions that it runs; thread-safe but for what asks for the
// lock. When it is lost, it stays so: see DspDevices.
class DspDevice {
 public:
  // Starts it and checks that both sides are of one version.
  static StatusOr<std::shared_ptr<DspDevice>> Open(
      std::unique_ptr<DspTransport> transport, const DspOptions& options);
  ~DspDevice();

  const std::string& description() const { return description_; }
  Guest guest() const { return guest_; }
  bool has_vectors() const { return vector_bytes_ != 0; }

  // The shared memory: offsets of pieces count from `base`.
  uint8_t* base() const { return base_; }
  uint64_t memory_bytes() const { return bytes_; }
  // For what lies there from run to run.
  Arena& arena() const { return *arena_; }
  // Memory of the DSP that is fast, as one piece: whoever holds the lock has it
  // all.
  Piece fast() const { return fast_; }

  // Held from writing inputs to the fast memory until outputs have been read.
  std::mutex& mutex() { return mutex_; }
  // Runs steps of a program. Under the lock. Unavailable once the DSP is lost,
  // with the reason.
  StatusOr<RunReply> Run(const Piece& program, uint32_t first, uint32_t steps);

  bool is_lost() const { return lost_; }

 private:
  DspDevice(std::unique_ptr<DspTransport> transport, const DspOptions& options)
      : transport_(std::move(transport)), deadline_ms_(options.deadline_ms) {}

  Status Attach(const DspOptions& options);
  template <typename Request, typename Reply>
  Status Call(Method method, Request request, Reply* reply);
  void PlaceRegions(uint64_t fast_bytes);

  const std::shared_ptr<DspTransport> transport_;
  const int64_t deadline_ms_;
  uint64_t handle_ = 0;
  bool opened_ = false;
  uint8_t* base_ = nullptr;
  uint64_t bytes_ = 0;
  Piece fast_ = {0, 0};
  std::shared_ptr<Arena> arena_;
  std::string description_;
  Guest guest_ = Guest::kNative;
  uint32_t vector_bytes_ = 0;
  std::mutex mutex_;
  std::atomic<bool> lost_{false};
  Status lost_because_;  // under the lock
};

// The device of one delegate: opened when its first partition is compiled, and
// anew when it was lost. Thread-safe.
class DspDevices {
 public:
  explicit DspDevices(DspOptions options) : options_(std::move(options)) {}

  // One that is not lost. After several that were lost without a run that
  // succeeded it is not tried again.
  StatusOr<std::shared_ptr<DspDevice>> Get();
  // The last run of the device succeeded.
  void NoteSuccess() { failures_ = 0; }

  const DspOptions& options() const { return options_; }

 private:
  const DspOptions options_;
  std::mutex mutex_;
  std::shared_ptr<DspDevice> device_;
  std::atomic<int> failures_{0};
};

// The transport that the options ask for.
StatusOr<std::unique_ptr<DspTransport>> ChooseTransport(
    const DspOptions& options);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_DSP_DEVICE_H_
