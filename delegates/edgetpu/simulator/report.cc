#include "delegates/edgetpu/simulator/report.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <utility>

#include "tensorflow_lite_lite/base/json_text.h"

namespace tflite::edgetpu {
namespace {

double Utilisation(uint64_t multiplications, uint64_t cycles, uint64_t peak) {
  if (cycles == 0 || peak == 0) return 0;
  return static_cast<double>(multiplications) /
         (static_cast<double>(cycles) * static_cast<double>(peak));
}

std::string LayerJson(const LayerReport& l, uint64_t peak) {
  char text[640];
  std::snprintf(text, sizeof(text),
                ", \"cycles\": %" PRIu64
                ", \"utilisation\": %.4f, \"bound\": \"%s\""
                ", \"begin\": %" PRIu64 ", \"end\": %" PRIu64
                ", \"multiplications\": %" PRIu64 ", \"array_cycles\": %" PRIu64
                ", \"vector_cycles\": %" PRIu64 ", \"link_cycles\": %" PRIu64
                ", \"ring_cycles\": %" PRIu64 ", \"host_bytes\": %" PRIu64
                ", \"ring_bytes\": %" PRIu64 ", \"tile_bytes\": %" PRIu64 "}",
                l.cycles(), Utilisation(l.multiplications, l.cycles(), peak),
                l.bound(), l.begin, l.end, l.multiplications, l.array_cycles,
                l.vector_cycles, l.link_cycles, l.ring_cycles, l.host_bytes,
                l.ring_bytes, l.tile_bytes);
  return "{\"name\": " + base::JsonQuoted(l.name) + text;
}

std::string ProgramJson(const RunReport& report) {
  char text[256];
  std::snprintf(text, sizeof(text),
                ", \"cycles\": %" PRIu64
                ", \"seconds\": %.9f, \"instruction_bytes\": %" PRIu64
                ", \"peak_multiplications_per_cycle\": %" PRIu64
                ", \"layers\": [",
                report.cycles, report.seconds, report.code_bytes,
                report.peak_multiplications_per_cycle);
  std::string json = "{\"name\": " + base::JsonQuoted(report.name) +
                     ", \"target\": " + base::JsonQuoted(report.target) + text;
  bool first = true;
  for (const LayerReport& layer : report.layers) {
    json += (first ? "\n" : ",\n") +
            LayerJson(layer, report.peak_multiplications_per_cycle);
    first = false;
  }
  return json + "]}";
}

}  // namespace

const char* LayerReport::bound() const {
  const std::pair<uint64_t, const char*> engines[] = {
      {array_cycles, "multiply"},
      {vector_cycles, "vector"},
      {link_cycles, "host link"},
      {ring_cycles, "ring"}};
  return std::max_element(
             std::begin(engines), std::end(engines),
             [](const auto& a, const auto& b) { return a.first < b.first; })
      ->second;
}

uint64_t RunReport::array_cycles() const {
  uint64_t sum = 0;
  for (const LayerReport& layer : layers) sum += layer.array_cycles;
  return sum;
}

std::string ReportTable(const RunReport& report) {
  char line[256];
  std::string text;
  const auto add = [&](const std::string& name, uint64_t cycles,
                       uint64_t multiplications, uint64_t host, uint64_t ring,
                       uint64_t tile, const char* bound) {
    std::snprintf(line, sizeof(line),
                  "%-32.32s %10" PRIu64 " %6.3f %12" PRIu64 " %12" PRIu64
                  " %10" PRIu64 " %s\n",
                  name.c_str(), cycles,
                  Utilisation(multiplications, cycles,
                              report.peak_multiplications_per_cycle),
                  host, ring, tile, bound);
    text += line;
  };
  std::snprintf(line, sizeof(line), "%-32s %10s %6s %12s %12s %10s %s\n",
                "layer", "cycles", "util", "host bytes", "ring bytes",
                "tile bytes", "bound by");
  text = line;
  uint64_t multiplications = 0, host = report.code_bytes, ring = 0, tile = 0;
  for (const LayerReport& l : report.layers) {
    add(l.name, l.cycles(), l.multiplications, l.host_bytes, l.ring_bytes,
        l.tile_bytes, l.bound());
    multiplications += l.multiplications;
    host += l.host_bytes;
    ring += l.ring_bytes;
    tile = std::max(tile, l.tile_bytes);
  }
  add("all, with instructions", report.cycles, multiplications, host, ring,
      tile, "");
  return text;
}

std::string ReportJson(const std::vector<RunReport>& programs) {
  std::string json = "{\"programs\": [";
  bool first = true;
  for (const RunReport& program : programs) {
    json += (first ? "\n" : ",\n") + ProgramJson(program);
    first = false;
  }
  return json + "]}\n";
}

}  // namespace tflite::edgetpu
