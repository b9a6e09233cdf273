#ifndef DELEGATES_EDGETPU_ISA_TARGET_H_
#define DELEGATES_EDGETPU_ISA_TARGET_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::edgetpu {

using base::Invalid;
using base::OkStatus;
using base::Status;
using base::StatusOr;
using base::StrCat;

// What stays in a tile's multiplier array while it works. Other kinds of arrays
// have further values (array_kind.h).
enum class Dataflow : int32_t {
  // A block of `array_rows` activations goes to all `array_columns` lanes in
  // each cycle; accumulators are in tile memory.
  kBroadcast,
  // Systolic arrays of array_rows x array_columns cells.
  kWeightStationary,  // rows: depth, columns: lanes
  kOutputStationary,  // rows: positions, columns: lanes
  kInputStationary,   // rows: depth, columns: positions
};

// A machine: a grid of tiles, each with its own memory and multiplier array, a
// store for parameters that all tiles read, and a link to the host. The
// compiler and the simulator read nothing else about it.
struct Target {
  std::string name;
  Dataflow dataflow = Dataflow::kBroadcast;
  int32_t tile_rows = 1, tile_columns = 1;
  int32_t array_rows = 1, array_columns = 1;
  int64_t tile_memory_bytes = 0;  // of one tile
  int64_t parameter_store_bytes = 0;
  int64_t clock_hz = 0;
  int64_t host_bytes_per_second = 0;
  // Of an inference, for the host's driver and the bus, besides all transfers.
  int32_t request_cycles = 0;
  // Transfers that stay on the chip.
  int32_t ring_bytes_per_cycle = 1;
  // What the multiplier array reads of weights, and what the vector unit reads
  // or writes, in one cycle.
  int32_t tile_memory_bytes_per_cycle = 1;
  int32_t vector_bytes_per_cycle = 1;
  // From the start of a transfer until its first byte arrives.
  int32_t dma_latency_cycles = 0;
  // Before a tile starts an instruction.
  int32_t issue_cycles = 0;
  // Stages of the multipliers and adders of kBroadcast.
  int32_t pipeline_cycles = 0;

  int32_t num_tiles() const { return tile_rows * tile_columns; }
  // Channels of the input that one step of a tile multiplies. Inputs and
  // weights are stored in blocks of that many.
  int32_t depth_block() const;
  // The largest number of output channels that one instruction computes.
  int32_t lane_block() const;
};

// 4x4 tiles of 64 lanes with a 4-way dot product each; facts and estimates are
// listed in docs/EDGETPU.md.
Target DefaultTarget();
// One systolic array with a large memory, without overlap of its phases.
Target PlainArrayTarget(Dataflow dataflow, int32_t rows, int32_t columns);

// Invalid, naming the property, if one is outside of its range, or the kind of
// the array if its blocks are.
Status CheckTarget(const Target& target);

// One "property = value" per line, properties in the order of the struct. The
// parser requires each of them once; "#" starts a comment. Its errors name the
// line and the property; the property only if it is missing, and only the kind
// of the array if its blocks do not suit the others.
std::string TargetText(const Target& target);
StatusOr<Target> ParseTarget(std::string_view text);

// The first property that differs, with both values; empty if all are equal.
std::string Difference(const Target& one, const Target& other);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_TARGET_H_
