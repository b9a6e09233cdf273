#include "delegates/edgetpu/simulator/report.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <utility>

namespace tflite::edgetpu {
namespace {

double Utilisation(uint64_t multiplications, uint64_t cycles, uint64_t peak) {
  if (cycles == 0 || peak == 0) return 0;
  return static_cast<double>(multiplications) /
         (static_cast<double>(cycles) * static_cast<double>(peak));
}

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) >= 32) quoted += c;
  }
  return quoted + "\"";
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
                       const char* bound) {
    std::snprintf(line, sizeof(line),
                  "%-32.32s %10" PRIu64 " %6.3f %12" PRIu64 " %12" PRIu64
                  " %s\n",
                  name.c_str(), cycles,
                  Utilisation(multiplications, cycles,
                              report.peak_multiplications_per_cycle),
                  host, ring, bound);
    text += line;
  };
  std::snprintf(line, sizeof(line), "%-32s %10s %6s %12s %12s %s\n", "layer",
                "cycles", "util", "host bytes", "ring bytes", "bound by");
  text = line;
  uint64_t multiplications = 0, host = report.code_bytes, ring = 0;
  for (const LayerReport& l : report.layers) {
    add(l.name, l.cycles(), l.multiplications, l.host_bytes, l.ring_bytes,
        l.bound());
    multiplications += l.multiplications;
    host += l.host_bytes;
    ring += l.ring_bytes;
  }
  add("all, with instructions", report.cycles, multiplications, host, ring, "");
  return text;
}

std::string ReportJson(const RunReport& report) {
  char text[512];
  std::snprintf(text, sizeof(text),
                "{\"cycles\": %" PRIu64
                ", \"seconds\": %.9f, \"instruction_bytes\": %" PRIu64
                ", \"layers\": [",
                report.cycles, report.seconds, report.code_bytes);
  std::string json = text;
  bool first = true;
  for (const LayerReport& l : report.layers) {
    std::snprintf(
        text, sizeof(text),
        ", \"begin\": %" PRIu64 ", \"end\": %" PRIu64
        ", \"multiplications\": %" PRIu64 ", \"array_cycles\": %" PRIu64
        ", \"vector_cycles\": %" PRIu64 ", \"link_cycles\": %" PRIu64
        ", \"ring_cycles\": %" PRIu64 ", \"host_bytes\": %" PRIu64
        ", \"ring_bytes\": %" PRIu64 ", \"bound\": \"%s\"}",
        l.begin, l.end, l.multiplications, l.array_cycles, l.vector_cycles,
        l.link_cycles, l.ring_cycles, l.host_bytes, l.ring_bytes, l.bound());
    json +=
        (first ? "\n{\"name\": " : ",\n{\"name\": ") + Quoted(l.name) + text;
    first = false;
  }
  return json + "]}\n";
}

}  // namespace tflite::edgetpu
