#include "delegates/edgetpu/simulator/report.h"

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <utility>

#include "tensorflow_lite_lite/base/json_text.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::edgetpu {
namespace {

using base::JsonQuoted;

// printf's "%.*f" would have the decimal point of the host's locale.
std::string FixedText(double value, int decimals) {
  char text[400];
  // The largest number has 309 digits before the point.
  char* const end = std::to_chars(text, text + sizeof(text), value,
                                  std::chars_format::fixed, decimals)
                        .ptr;
  return std::string(text, end);
}

double Utilisation(uint64_t multiplications, uint64_t cycles, uint64_t peak) {
  if (cycles == 0 || peak == 0) return 0;
  return static_cast<double>(multiplications) /
         (static_cast<double>(cycles) * static_cast<double>(peak));
}

std::string LayerJson(const LayerReport& l, uint64_t peak) {
  char text[640];
  std::snprintf(
      text, sizeof(text),
      ", \"cycles\": %" PRIu64
      ", \"utilisation\": %s, \"bound\": \"%s\""
      ", \"begin\": %" PRIu64 ", \"end\": %" PRIu64
      ", \"multiplications\": %" PRIu64 ", \"array_cycles\": %" PRIu64
      ", \"vector_cycles\": %" PRIu64 ", \"link_cycles\": %" PRIu64
      ", \"ring_cycles\": %" PRIu64 ", \"host_bytes\": %" PRIu64
      ", \"ring_bytes\": %" PRIu64 ", \"tile_bytes\": %" PRIu64 "}",
      l.cycles(),
      FixedText(Utilisation(l.multiplications, l.cycles(), peak), 4).c_str(),
      l.bound(), l.begin, l.end, l.multiplications, l.array_cycles,
      l.vector_cycles, l.link_cycles, l.ring_cycles, l.host_bytes, l.ring_bytes,
      l.tile_bytes);
  return "{\"name\": " + JsonQuoted(l.name) + text;
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
                  "%-32.32s %10" PRIu64 " %6s %12" PRIu64 " %12" PRIu64
                  " %10" PRIu64 " %s\n",
                  base::EscapeText(name, /*keep_utf8=*/true).c_str(), cycles,
                  FixedText(Utilisation(multiplications, cycles,
                                        report.peak_multiplications_per_cycle),
                            3)
                      .c_str(),
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

std::string ProgramJson(const RunReport& report) {
  char text[640];
  std::snprintf(text, sizeof(text),
                ", \"cycles\": %" PRIu64
                ", \"seconds\": %s, \"instruction_bytes\": %" PRIu64
                ", \"peak_multiplications_per_cycle\": %" PRIu64
                ", \"layers\": [",
                report.cycles, FixedText(report.seconds, 9).c_str(),
                report.code_bytes, report.peak_multiplications_per_cycle);
  std::string json = "{\"name\": " + JsonQuoted(report.name) +
                     ", \"target\": " + JsonQuoted(report.target) + text;
  bool first = true;
  for (const LayerReport& layer : report.layers) {
    json += (first ? "\n" : ",\n") +
            LayerJson(layer, report.peak_multiplications_per_cycle);
    first = false;
  }
  return json + "]}";
}

std::string ReportJson(const std::vector<RunReport>& programs) {
  std::string json = kReportBegin;
  bool first = true;
  for (const RunReport& program : programs) {
    json += (first ? "\n" : ",\n") + ProgramJson(program);
    first = false;
  }
  return json + kReportEnd;
}

}  // namespace tflite::edgetpu
