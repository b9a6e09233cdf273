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

// A DSP that runs the executor: a child process, or a FastRPC handle. Shared by
// its partitions. Thread-safe, except for functions that require the lock. A
// device that is lost stays lost; DspDevices opens another one.
class DspDevice {
 public:
  // Starts the executor and checks that both sides have the same version.
  static StatusOr<std::shared_ptr<DspDevice>> Open(
      std::unique_ptr<DspTransport> transport, const DspOptions& options);
  ~DspDevice();

  const std::string& description() const { return description_; }
  Guest guest() const { return guest_; }
  bool has_vectors() const { return vector_bytes_ != 0; }
  // How many parts of a step may run at the same time, each with scratch memory
  // of its own.
  uint32_t threads() const { return threads_; }

  // The start of the shared memory, from which offsets of pieces count.
  uint8_t* base() const { return base_; }
  uint64_t memory_bytes() const { return bytes_; }
  // Memory for data that persists between runs.
  Arena& arena() const { return *arena_; }
  // The fast memory of the DSP. The holder of the lock may use all of it.
  Piece fast() const { return fast_; }

  // Must be held from writing inputs to the fast memory until the outputs have
  // been read.
  std::mutex& mutex() { return mutex_; }
  // Runs steps of a program. Requires the lock. Returns Unavailable with the
  // reason once the DSP is lost.
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
  uint32_t threads_ = 1;
  std::mutex mutex_;
  std::atomic<bool> lost_{false};
  Status lost_because_;  // under the lock
};

// The device of one delegate. It is opened when the first partition is
// compiled, and again after it was lost. Thread-safe.
class DspDevices {
 public:
  explicit DspDevices(DspOptions options) : options_(std::move(options)) {}

  // Returns a device that is not lost. Fails after several devices were lost
  // without a successful run in between.
  StatusOr<std::shared_ptr<DspDevice>> Get();
  // Notes that a run succeeded.
  void NoteSuccess() { failures_ = 0; }

  const DspOptions& options() const { return options_; }

 private:
  const DspOptions options_;
  std::mutex mutex_;
  std::shared_ptr<DspDevice> device_;
  std::atomic<int> failures_{0};
};

// The transport that the options select.
StatusOr<std::unique_ptr<DspTransport>> ChooseTransport(
    const DspOptions& options);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_DSP_DEVICE_H_
