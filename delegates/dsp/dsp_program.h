#ifndef DELEGATES_DSP_DSP_PROGRAM_H_
#define DELEGATES_DSP_DSP_PROGRAM_H_

#include <memory>
#include <vector>

#include "delegates/dsp/dsp_builder.h"
#include "delegates/dsp/dsp_device.h"

namespace tflite::dsp {

// A partition in the memory of a DSP. Constants stay there as long as the
// program exists. Other values are placed in the fast memory, which programs
// use one at a time, or, if that is full, in memory of the program's own.
// Inputs and outputs of the partition are copied from and to the host's
// tensors.
class DspProgram : public PartitionProgram {
 public:
  static StatusOr<std::unique_ptr<PartitionProgram>> Create(
      std::shared_ptr<DspDevices> devices, std::shared_ptr<DspDevice> device,
      DspGraph graph);

  Status Run(TfLiteContext* context) override;
  // Whether the device is lost; the next compilation uses another one.
  bool IsStale(TfLiteContext* context) const override {
    return device_->is_lost();
  }

 private:
  // A tensor of the host and its place in the shared memory.
  struct Border {
    int tensor;
    Piece piece;
  };

  DspProgram(std::shared_ptr<DspDevices> devices,
             std::shared_ptr<DspDevice> device)
      : devices_(std::move(devices)), device_(std::move(device)) {}

  Status Place(const DspGraph& graph, std::vector<Piece>* places);
  Status PlaceConstants(const DspGraph& graph, uint64_t program_bytes,
                        std::vector<Piece>* places);
  Status PlaceOthers(const DspGraph& graph, std::vector<Piece>* places);
  void NoteBorder(const DspGraph& graph, const std::vector<Piece>& places);
  Status Write(DspGraph graph, const std::vector<Piece>& places);
  Status CopyIn(TfLiteContext* context) const;
  void CopyOut(TfLiteContext* context) const;
  Status RunMeasured(TfLiteContext* context);

  const std::shared_ptr<DspDevices> devices_;
  const std::shared_ptr<DspDevice> device_;
  ArenaBlock constants_, values_;
  Piece program_ = {0, 0}, scratch_ = {0, 0};
  std::vector<Border> inputs_, outputs_;
  // The node of each step, for profiling.
  std::vector<int> step_nodes_;
  std::vector<std::string> nodes_;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_DSP_PROGRAM_H_
