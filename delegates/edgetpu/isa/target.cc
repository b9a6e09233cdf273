#include "delegates/edgetpu/isa/target.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <type_traits>

namespace tflite::edgetpu {
namespace {

constexpr const char* kDataflows[] = {"broadcast", "weight_stationary",
                                      "output_stationary", "input_stationary"};

// Calls f(name, member, least, most) for each number of a target.
template <typename T, typename Function>
void ForEachNumber(T& t, Function f) {
  f("tile_rows", t.tile_rows, 1, 5);
  f("tile_columns", t.tile_columns, 1, 5);
  f("array_rows", t.array_rows, 1, 1024);
  f("array_columns", t.array_columns, 1, 1024);
  f("tile_memory_bytes", t.tile_memory_bytes, 1024, int64_t{1} << 30);
  f("parameter_store_bytes", t.parameter_store_bytes, 0, int64_t{1} << 31);
  f("clock_hz", t.clock_hz, 1000, int64_t{1} << 36);
  f("host_bytes_per_second", t.host_bytes_per_second, 1000, int64_t{1} << 40);
  f("request_cycles", t.request_cycles, 0, 1 << 30);
  f("ring_bytes_per_cycle", t.ring_bytes_per_cycle, 1, 1 << 16);
  f("tile_memory_bytes_per_cycle", t.tile_memory_bytes_per_cycle, 1, 1 << 16);
  f("vector_bytes_per_cycle", t.vector_bytes_per_cycle, 1, 1 << 16);
  f("dma_latency_cycles", t.dma_latency_cycles, 0, 1 << 20);
  f("issue_cycles", t.issue_cycles, 0, 1 << 20);
  f("pipeline_cycles", t.pipeline_cycles, 0, 1 << 10);
}

std::string_view Trimmed(std::string_view text) {
  const char* const kSpace = " \t\r";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

Status SetProperty(const std::string& name, const std::string& value,
                   Target* target) {
  if (name == "name") {
    target->name = value;
    return OkStatus();
  }
  if (name == "dataflow") {
    for (int i = 0; i < 4; ++i) {
      if (value != kDataflows[i]) continue;
      target->dataflow = static_cast<Dataflow>(i);
      return OkStatus();
    }
    return Invalid("target: no dataflow is called '", value, "'");
  }
  Status status = Invalid("target: no property is called '", name, "'");
  ForEachNumber(
      *target, [&](const char* known, auto& to, int64_t least, int64_t most) {
        if (name != known) return;
        char* end = nullptr;
        const long long number = std::strtoll(value.c_str(), &end, 10);
        if (value.empty() || end != value.c_str() + value.size() ||
            number < least || number > most) {
          status = Invalid("target: ", name, " is '", value, "', not in [",
                           least, ", ", most, "]");
          return;
        }
        to = static_cast<std::remove_reference_t<decltype(to)>>(number);
        status = OkStatus();
      });
  return status;
}

}  // namespace

int32_t Target::lane_block() const {
  return dataflow == Dataflow::kInputStationary ? 1 << 16 : array_columns;
}

Target DefaultTarget() {
  Target t;
  t.name = "tiles_4x4";
  t.tile_rows = t.tile_columns = 4;
  t.array_rows = 4;
  t.array_columns = 64;
  t.tile_memory_bytes = 196608;
  t.parameter_store_bytes = int64_t{8} << 20;
  t.clock_hz = 500'000'000;
  t.host_bytes_per_second = 530'000'000;
  t.request_cycles = 75000;
  t.ring_bytes_per_cycle = 16;
  t.tile_memory_bytes_per_cycle = 64;
  t.vector_bytes_per_cycle = 64;
  t.dma_latency_cycles = 32;
  t.issue_cycles = 4;
  t.pipeline_cycles = 8;
  return t;
}

Target PlainArrayTarget(Dataflow dataflow, int32_t rows, int32_t columns) {
  Target t = DefaultTarget();
  t.dataflow = dataflow;
  t.name = StrCat("plain_", rows, "x", columns, "_",
                  kDataflows[static_cast<int>(dataflow)]);
  t.tile_rows = t.tile_columns = 1;
  t.array_rows = rows;
  t.array_columns = columns;
  t.tile_memory_bytes = int64_t{256} << 20;
  t.issue_cycles = 0;
  t.pipeline_cycles = 0;
  return t;
}

Status CheckTarget(const Target& target) {
  const auto dataflow = static_cast<int32_t>(target.dataflow);
  if (dataflow < 0 || dataflow > 3) {
    return Invalid("target: dataflow is ", dataflow);
  }
  if (target.name.empty() ||
      target.name.find_first_of("#\n=") != std::string::npos ||
      Trimmed(target.name) != target.name) {
    return Invalid("target: '", target.name, "' is not a name");
  }
  Status status;
  ForEachNumber(target, [&](const char* name, int64_t value, int64_t least,
                            int64_t most) {
    if (value >= least && value <= most) return;
    status.Update(Invalid("target: ", name, " is ", value, ", not in [", least,
                          ", ", most, "]"));
  });
  return status;
}

std::string TargetText(const Target& target) {
  std::string text = StrCat(
      "name = ", target.name,
      "\ndataflow = ", kDataflows[static_cast<int>(target.dataflow)], "\n");
  ForEachNumber(target, [&](const char* name, int64_t value, int64_t, int64_t) {
    text += StrCat(name, " = ", value, "\n");
  });
  return text;
}

StatusOr<Target> ParseTarget(std::string_view text) {
  Target target;
  std::set<std::string> seen;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = Trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos) {
      return Invalid("target: '", std::string(line), "' has no '='");
    }
    const std::string name(Trimmed(line.substr(0, equals)));
    const std::string value(Trimmed(line.substr(equals + 1)));
    TFLL_RETURN_IF_ERROR(SetProperty(name, value, &target));
    if (!seen.insert(name).second) {
      return Invalid("target: ", name, " is given twice");
    }
  }
  Status missing;
  const auto require = [&](const char* name) {
    if (seen.count(name) == 0) {
      missing.Update(Invalid("target: ", name, " is missing"));
    }
  };
  require("name");
  require("dataflow");
  ForEachNumber(target, [&](const char* name, int64_t, int64_t, int64_t) {
    require(name);
  });
  TFLL_RETURN_IF_ERROR(missing);
  TFLL_RETURN_IF_ERROR(CheckTarget(target));
  return target;
}

}  // namespace tflite::edgetpu
