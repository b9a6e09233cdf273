#include "delegates/edgetpu/isa/target.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <type_traits>

#include "delegates/edgetpu/isa/array_kind.h"

namespace tflite::edgetpu {
namespace {

const char* NameOf(Dataflow dataflow) {
  const ArrayKind* kind = FindArrayKind(dataflow);
  return kind == nullptr ? "" : kind->name;
}

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

Status CheckName(const std::string& name) {
  const auto is_control = [](unsigned char c) { return c < 32 || c == 127; };
  if (!name.empty() && name.find_first_of("#=") == std::string::npos &&
      std::none_of(name.begin(), name.end(), is_control) &&
      Trimmed(name) == name) {
    return OkStatus();
  }
  return Invalid("name is '", base::EscapeText(name, /*keep_utf8=*/true),
                 "'; it needs characters, but no '#', '=', control characters, "
                 "or spaces around it");
}

Status SetProperty(const std::string& name, const std::string& value,
                   Target* target) {
  if (name == "name") {
    target->name = value;
    return CheckName(value);
  }
  if (name == "dataflow") {
    std::string names;
    for (int32_t i = 0;; ++i) {
      const ArrayKind* kind = FindArrayKind(static_cast<Dataflow>(i));
      if (kind == nullptr) break;
      names += StrCat(i == 0 ? "" : ", ", kind->name);
      if (value != kind->name) continue;
      target->dataflow = static_cast<Dataflow>(i);
      return OkStatus();
    }
    return Invalid("no dataflow is called '", value, "'; there are ", names);
  }
  Status status = Invalid("no property is called '", name, "'");
  ForEachNumber(
      *target, [&](const char* known, auto& to, int64_t least, int64_t most) {
        if (name != known) return;
        char* end = nullptr;
        const long long number = std::strtoll(value.c_str(), &end, 10);
        if (value.empty() || end != value.c_str() + value.size() ||
            number < least || number > most) {
          status = Invalid(name, " is '", value, "', not in [", least, ", ",
                           most, "]");
          return;
        }
        to = static_cast<std::remove_reference_t<decltype(to)>>(number);
        status = OkStatus();
      });
  return status;
}

}  // namespace

int32_t Target::depth_block() const {
  const ArrayKind* kind = FindArrayKind(dataflow);
  return kind == nullptr ? 1 : kind->depth_block(*this);
}

int32_t Target::lane_block() const {
  const ArrayKind* kind = FindArrayKind(dataflow);
  return kind == nullptr ? 1 : kind->lane_block(*this);
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
  t.name = StrCat("plain_", rows, "x", columns, "_", NameOf(dataflow));
  t.tile_rows = t.tile_columns = 1;
  t.array_rows = rows;
  t.array_columns = columns;
  t.tile_memory_bytes = int64_t{256} << 20;
  t.issue_cycles = 0;
  t.pipeline_cycles = 0;
  return t;
}

Status CheckTarget(const Target& target) {
  if (FindArrayKind(target.dataflow) == nullptr) {
    return Invalid("target: dataflow is ",
                   static_cast<int32_t>(target.dataflow));
  }
  Status status = CheckName(target.name);
  if (!status.ok()) return Annotate(status, "target");
  ForEachNumber(target, [&](const char* name, int64_t value, int64_t least,
                            int64_t most) {
    if (value >= least && value <= most) return;
    status.Update(Invalid("target: ", name, " is ", value, ", not in [", least,
                          ", ", most, "]"));
  });
  TFLL_RETURN_IF_ERROR(status);
  constexpr int32_t kMostBlock = 1 << 16;
  const int32_t depth = target.depth_block(), lanes = target.lane_block();
  if (depth >= 1 && depth <= 1024 && lanes >= 1 && lanes <= kMostBlock) {
    return OkStatus();
  }
  return Invalid("target: arrays of dataflow '", NameOf(target.dataflow),
                 "' have blocks of ", depth, " channels and ", lanes, " lanes");
}

std::string TargetText(const Target& target) {
  std::string text = StrCat("name = ", target.name,
                            "\ndataflow = ", NameOf(target.dataflow), "\n");
  ForEachNumber(target, [&](const char* name, int64_t value, int64_t, int64_t) {
    text += StrCat(name, " = ", value, "\n");
  });
  return text;
}

std::string Difference(const Target& one, const Target& other) {
  const std::string text = TargetText(one), other_text = TargetText(other);
  const auto lines = base::StrSplit(text, '\n');
  const auto others = base::StrSplit(other_text, '\n');
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] == others[i]) continue;
    return StrCat(lines[i], " in place of ",
                  others[i].substr(others[i].find('=') + 2));
  }
  return "";
}

namespace {

// Sets the property of a line without its comment; "" for an empty line.
StatusOr<std::string> ParseLine(std::string_view line, Target* target) {
  line = Trimmed(line);
  if (line.empty()) return std::string();
  const size_t equals = line.find('=');
  if (equals == std::string_view::npos) {
    return Invalid("'", std::string(line), "' has no '='");
  }
  const std::string name(Trimmed(line.substr(0, equals)));
  const std::string value(Trimmed(line.substr(equals + 1)));
  TFLL_RETURN_IF_ERROR(SetProperty(name, value, target));
  return name;
}

}  // namespace

StatusOr<Target> ParseTarget(std::string_view text) {
  Target target;
  std::set<std::string> seen;
  for (int number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto name = ParseLine(line.substr(0, line.find('#')), &target);
    if (!name.ok()) {
      return Annotate(name.status(), StrCat("target, line ", number));
    }
    if (!name->empty() && !seen.insert(*name).second) {
      return Invalid("target, line ", number, ": ", *name, " is given twice");
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
