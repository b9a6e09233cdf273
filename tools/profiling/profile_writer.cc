#include "tools/profiling/profile_writer.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "tensorflow_lite_lite/base/strings.h"
#include "tools/profiling/proto/profiling_info.pb.h"

namespace tflite {
namespace profiling {
namespace {

constexpr size_t kSlowest = 10;

// Formats tables as text or CSV.
class Table {
 public:
  explicit Table(bool csv) : csv_(csv) {}

  void Title(const std::string& text) {
    out_ << "============================== " << text
         << " ==============================\n";
  }
  void Line(const std::string& text) { out_ << text << "\n"; }
  // `cells` are (text, width); width 0 means a left-aligned last column.
  void Row(const std::vector<std::pair<std::string, int>>& cells) {
    for (size_t i = 0; i < cells.size(); ++i) {
      const auto& [text, width] = cells[i];
      if (csv_) {
        out_ << (i == 0 ? "" : ", ")
             << (i + 1 == cells.size() || i == 0
                     ? base::ReplaceAll(text, ",", "\t")
                     : text);
      } else if (width == 0) {
        out_ << "\t" << text;
      } else {
        out_ << "\t" << base::StrFormat("%*s", width, text.c_str());
      }
    }
    out_ << "\n";
  }
  bool csv() const { return csv_; }
  std::string str() const { return out_.str(); }

 private:
  const bool csv_;
  std::ostringstream out_;
};

std::string Number(double value, int digits, const char* unit = "") {
  return base::StrFormat("%.*f%s", digits, value, unit);
}

void NodeHeader(Table* table) {
  if (table->csv()) {
    table->Line(
        "node type, first, avg_ms, %, cdf%, mem KB, times called, name");
    return;
  }
  table->Row({{"[node type]", 24},
              {"[first]", 9},
              {"[avg ms]", 9},
              {"[%]", 8},
              {"[cdf%]", 8},
              {"[mem KB]", 10},
              {"[times called]", 9},
              {"[Name]", 0}});
}

void NodeRow(const GraphProfile& profile, const OpProfile& op, double* cdf,
             Table* table) {
  const char* percent = table->csv() ? "" : "%";
  const double total = std::max(1.0, profile.run_total_us.avg());
  const int64_t runs = std::max<int64_t>(1, profile.run_total_us.count());
  const double share = 100.0 * op.elapsed_us.sum() / runs / total;
  *cdf += share;
  table->Row({{op.type, 24},
              {Number(op.elapsed_us.first() / 1000.0, 3), 9},
              {Number(op.elapsed_us.avg() / 1000.0, 3), 9},
              {Number(share, 3, percent), 8},
              {Number(*cdf, 3, percent), 8},
              {Number(op.mem_kb.newest(), 3), 10},
              {base::StrCat(op.times_called / runs), 9},
              {op.name, 0}});
}

struct TypeSum {
  std::string type;
  int64_t count = 0, calls = 0;
  double ms = 0, memory = 0;
};

std::vector<TypeSum> ByType(const GraphProfile& profile) {
  std::map<std::string, TypeSum> sums;
  const int64_t runs = std::max<int64_t>(1, profile.run_total_us.count());
  for (const OpProfile& op : profile.ops) {
    TypeSum& sum = sums[op.type];
    sum.type = op.type;
    ++sum.count;
    sum.calls += op.times_called / runs;
    sum.ms += op.elapsed_us.sum() / 1000.0 / runs;
    sum.memory += op.mem_kb.newest();
  }
  std::vector<TypeSum> out;
  for (const auto& [type, sum] : sums) out.push_back(sum);
  std::stable_sort(
      out.begin(), out.end(),
      [](const TypeSum& a, const TypeSum& b) { return a.ms > b.ms; });
  return out;
}

void TypeSummary(const GraphProfile& profile, Table* table) {
  table->Line(
      base::StrCat("Number of nodes executed: ", profile.nodes_executed));
  table->Title("Summary by node type");
  if (table->csv()) {
    table->Line("node type, count, avg_ms, avg %, cdf %, mem KB, times called");
  } else {
    table->Row({{"[Node type]", 24},
                {"[count]", 9},
                {"[avg ms]", 10},
                {"[avg %]", 11},
                {"[cdf %]", 11},
                {"[mem KB]", 10},
                {"[times called]", 10}});
  }
  const char* percent = table->csv() ? "" : "%";
  const std::vector<TypeSum> sums = ByType(profile);
  double total = 0, cdf = 0;
  for (const TypeSum& sum : sums) total += sum.ms;
  for (const TypeSum& sum : sums) {
    const double share = total > 0 ? 100 * sum.ms / total : 0;
    cdf += share;
    table->Row({{sum.type, 24},
                {base::StrCat(sum.count), 9},
                {Number(sum.ms, 3), 10},
                {Number(share, 3, percent), 11},
                {Number(cdf, 3, percent), 11},
                {Number(sum.memory, 3), 10},
                {base::StrCat(sum.calls), 10}});
  }
}

void WriteGraph(const GraphProfile& profile, Table* table) {
  table->Line(profile.is_delegate ? profile.title + ":"
                                  : profile.title + " profile:");
  table->Title("Run Order");
  NodeHeader(table);
  double cdf = 0;
  for (const OpProfile& op : profile.ops) NodeRow(profile, op, &cdf, table);
  table->Line("");
  table->Title("Top by Computation Time");
  NodeHeader(table);
  std::vector<OpProfile> slowest = profile.ops;
  std::stable_sort(slowest.begin(), slowest.end(),
                   [](const OpProfile& a, const OpProfile& b) {
                     return a.elapsed_us.sum() > b.elapsed_us.sum();
                   });
  cdf = 0;
  for (size_t i = 0; i < slowest.size() && i < kSlowest; ++i) {
    NodeRow(profile, slowest[i], &cdf, table);
  }
  table->Line("");
  TypeSummary(profile, table);
  table->Line("");
  std::ostringstream timings, memory;
  timings << "Timings (microseconds): " << profile.run_total_us;
  memory << "Memory (bytes): " << profile.memory_bytes;
  table->Line(timings.str());
  table->Line(memory.str());
  table->Line(base::StrCat(profile.ops.size(), " nodes observed"));
  table->Line("");
}

std::string Write(const std::vector<GraphProfile>& profiles, bool csv) {
  Table table(csv);
  for (const GraphProfile& profile : profiles) WriteGraph(profile, &table);
  return table.str();
}

void FillStat(const tensorflow::Stat<int64_t>& stat, OpProfilingStat* out) {
  out->set_first(stat.first());
  out->set_last(stat.newest());
  out->set_avg(stat.empty() ? 0 : static_cast<int64_t>(stat.avg()));
  out->set_stddev(stat.std_deviation());
  out->set_variance(stat.variance());
  out->set_min(stat.min());
  out->set_max(stat.max());
  out->set_sum(stat.sum());
  out->set_count(stat.count());
}

void FillOp(const OpProfile& op, OpProfileData* out) {
  out->set_node_type(op.type);
  FillStat(op.elapsed_us, out->mutable_inference_microseconds());
  FillStat(op.mem_kb, out->mutable_mem_kb());
  out->set_times_called(op.times_called);
  out->set_name(op.name);
  out->set_run_order(op.run_order);
}

void FillModel(const std::vector<GraphProfile>& profiles,
               ModelProfilingData* out) {
  for (const GraphProfile& profile : profiles) {
    if (profile.is_delegate) {
      auto* delegate = out->add_delegate_profiles();
      delegate->set_delegate_name(profile.title);
      for (const OpProfile& op : profile.ops)
        FillOp(op, delegate->add_per_op_profiles());
      continue;
    }
    auto* subgraph = out->add_subgraph_profiles();
    subgraph->set_subgraph_name(profile.subgraph_name);
    subgraph->set_subgraph_index(profile.subgraph_index);
    for (const OpProfile& op : profile.ops)
      FillOp(op, subgraph->add_per_op_profiles());
  }
}

}  // namespace

std::string ProfileAsText(const std::vector<GraphProfile>& profiles) {
  return Write(profiles, false);
}

std::string ProfileAsCsv(const std::vector<GraphProfile>& profiles) {
  return Write(profiles, true);
}

std::string ProfileAsProto(const std::string& model_name,
                           const std::vector<GraphProfile>& init,
                           const std::vector<GraphProfile>& runtime) {
  BenchmarkProfilingData data;
  data.set_model_name(model_name);
  if (!init.empty()) FillModel(init, data.mutable_init_profile());
  if (!runtime.empty()) FillModel(runtime, data.mutable_runtime_profile());
  return data.SerializeAsString();
}

}  // namespace profiling
}  // namespace tflite
