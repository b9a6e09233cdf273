#ifndef DELEGATES_DSP_TESTING_PROGRAM_DIGEST_H_
#define DELEGATES_DSP_TESTING_PROGRAM_DIGEST_H_

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/dsp/dsp_program.h"
#include "delegates/dsp/transport/transport.h"
#include "gtest/gtest.h"
#include "testing/digest.h"

namespace tflite::dsp {

// Memory of a DSP that computes nothing.
class IdleTransport final : public DspTransport {
 public:
  // Without pages, the size of the fast memory is not known.
  explicit IdleTransport(uint32_t fast_pages, uint32_t page_bytes = 4096)
      : fast_pages_(fast_pages), page_bytes_(page_bytes) {}
  ~IdleTransport() override { std::free(memory_); }

  std::string Description() const override { return "an idle DSP"; }
  bool IsProcess() const override { return false; }
  StatusOr<void*> Alloc(size_t bytes) override {
    memory_ = std::calloc(bytes, 1);
    return memory_;
  }
  StatusOr<int32_t> ToFd(void*) const override { return 0; }
  StatusOr<uint64_t> Open() override { return uint64_t{1}; }
  void Close(uint64_t) override {}
  // The method is the one that each device calls when it is opened.
  Status Invoke(uint64_t, uint32_t, RemoteArg* args, Deadline) override {
    *static_cast<AttachReply*>(args[1].buffer.data) = {
        kWireVersion, Fault::kNone, Guest::kNative, /*vector_bytes=*/128};
    return OkStatus();
  }
  StatusOr<uint32_t> Query(uint64_t, DspAttribute attribute) override {
    if (fast_pages_ == 0) return Unsupported("not known");
    return attribute == DspAttribute::kVtcmPageBytes ? page_bytes_
                                                     : fast_pages_;
  }

 private:
  const uint32_t fast_pages_, page_bytes_;
  void* memory_ = nullptr;
};

// Adds partitions to digests: their steps and values, and what DSPs of several
// kinds get of them in which place.
class ProgramDigester {
 public:
  ProgramDigester() {
    Open(/*fast_pages=*/1, /*threads=*/1);
    Open(/*fast_pages=*/0, /*threads=*/3);
  }

  void Add(const DspGraph& graph, Digest& digest) {
    for (const DspValue& value : graph.values) {
      digest.Add(value.kind).Add(value.bytes).Add(value.tensor);
      digest.AddAll(value.data);
    }
    for (const DspStep& step : graph.steps) {
      digest.Add(step.opcode).Add(step.scratch_bytes).Add(step.node);
      digest.AddAll(step.params).AddAll(step.pieces);
    }
    for (const auto& device : devices_) AddPlaced(graph, device, digest);
  }

 private:
  void Open(uint32_t fast_pages, int32_t threads) {
    DspOptions options;
    options.num_threads = threads;
    options.memory_bytes = int64_t{1} << 26;
    auto device =
        DspDevice::Open(std::make_unique<IdleTransport>(fast_pages), options);
    ASSERT_TRUE(device.ok()) << device.status();
    devices_.push_back(*std::move(device));
  }

  void AddPlaced(const DspGraph& graph, const std::shared_ptr<DspDevice>& to,
                 Digest& digest) {
    const auto program = DspProgram::Create(
        std::make_shared<DspDevices>(DspOptions()), to, graph);
    if (!program.ok()) {
      digest.Add(std::string(program.status().message()));
      return;
    }
    const Piece fast = to->fast();
    digest.Add(fast.offset).Add(fast.bytes).Add(to->arena().bytes_in_use());
    // The first bytes that are free come behind all that the program has.
    const auto end = to->arena().Allocate(1);
    ASSERT_TRUE(end.ok()) << end.status();
    uint8_t* const begin = to->base() + fast.offset + fast.bytes;
    const size_t bytes = to->base() + end->offset() - begin;
    digest.Add(std::string(begin, begin + bytes));
    // Gaps would show the program before.
    std::memset(begin, 0, bytes);
  }

  std::vector<std::shared_ptr<DspDevice>> devices_;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_TESTING_PROGRAM_DIGEST_H_
