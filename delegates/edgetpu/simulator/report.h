#ifndef DELEGATES_EDGETPU_SIMULATOR_REPORT_H_
#define DELEGATES_EDGETPU_SIMULATOR_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

namespace tflite::edgetpu {

// What the machine does during one layer of a program.
struct LayerReport {
  std::string name;
  uint64_t begin = 0, end = 0;   // cycles of the run
  uint64_t multiplications = 0;  // that the layer needs
  uint64_t array_cycles = 0;     // of the busiest tile
  uint64_t vector_cycles = 0;    // likewise
  uint64_t link_cycles = 0, ring_cycles = 0;
  uint64_t host_bytes = 0, ring_bytes = 0;
  uint64_t tile_bytes = 0;  // of tile memory, from its beginning

  uint64_t cycles() const { return end - begin; }
  // The engine that works longest: "multiply", "vector", "host link" or
  // "ring".
  const char* bound() const;
};

struct RunReport {
  std::string name;     // of the program, for JSON
  std::string target;   // its name
  uint64_t cycles = 0;  // from the host's request to the last result
  double seconds = 0;
  uint64_t code_bytes = 0;  // transferred (isa/encoding.h)
  uint64_t peak_multiplications_per_cycle = 0;
  std::vector<LayerReport> layers;

  // The sum over the layers.
  uint64_t array_cycles() const;
};

// One line per layer, and a total: cycles, utilisation of the multipliers,
// bytes moved, bound.
std::string ReportTable(const RunReport& report);
// {"programs": [{"name", "target", "cycles", …, "layers": [{"name", …}]}]}; the
// numbers of the table, the cycles of each engine, and where layers begin.
// Names are made valid UTF-8.
std::string ReportJson(const std::vector<RunReport>& programs);

// An element of "programs", for files that grow: they are kReportBegin,
// elements with "," between them, and kReportEnd.
std::string ProgramJson(const RunReport& report);
constexpr char kReportBegin[] = "{\"programs\": [";
constexpr char kReportEnd[] = "]}\n";

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_SIMULATOR_REPORT_H_
