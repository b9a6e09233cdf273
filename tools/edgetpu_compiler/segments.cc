#include "tools/edgetpu_compiler/segments.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "tools/edgetpu_compiler/model_editing.h"

namespace tflite::edgetpu_compiler {
namespace {

using base::Invalid;
using base::OkStatus;
using base::Status;
using base::StatusOr;
using base::StrCat;

// The first operator of each segment but the first one.
using Cuts = std::vector<size_t>;

constexpr double kImpossible = std::numeric_limits<double>::infinity();

// The cuts with the smallest largest cost of a segment: the sum of its
// operators' costs, which is above 0, and the costs of the cuts at its ends.
// `at_cut` has that of a cut before each operator, and behind the last one.
// Fewer cuts than wanted if there are too few operators with a cost.
StatusOr<Cuts> BalancedCuts(const std::vector<double>& costs,
                            const std::vector<double>& at_cut, size_t segments,
                            const CompileOptions& options) {
  const size_t n = costs.size();
  std::vector<double> sums(n + 1);
  for (size_t i = 0; i < n; ++i) sums[i + 1] = sums[i] + costs[i];
  // By number of segments and their operators: the largest sum, and where the
  // last segment begins.
  std::vector<std::vector<double>> best(
      segments + 1, std::vector<double>(n + 1, kImpossible));
  std::vector<std::vector<size_t>> begin(segments + 1,
                                         std::vector<size_t>(n + 1));
  best[0][0] = 0;
  for (size_t s = 1; s <= segments; ++s) {
    TFLL_RETURN_IF_ERROR(CheckTime(options));
    for (size_t end = 1; end <= n; ++end) {
      for (size_t b = 0; b < end; ++b) {
        const double own = sums[end] - sums[b];
        const double last = own + at_cut[b] + at_cut[end];
        const double most = std::max(best[s - 1][b], last);
        if (own <= 0 || most >= best[s][end]) continue;
        best[s][end] = most;
        begin[s][end] = b;
      }
    }
  }
  Cuts cuts;
  if (best[segments][n] == kImpossible) return cuts;
  for (size_t s = segments, end = n; s > 1; --s) {
    end = begin[s][end];
    cuts.push_back(end);
  }
  std::reverse(cuts.begin(), cuts.end());
  return cuts;
}

std::set<int> BoundaryOf(const SubGraphT& graph) {
  std::set<int> tensors(graph.inputs.begin(), graph.inputs.end());
  tensors.insert(graph.outputs.begin(), graph.outputs.end());
  return tensors;
}

Status CheckNames(const SubGraphT& graph) {
  std::map<std::string, int> named;
  for (const int t : BoundaryOf(graph)) {
    const std::string& name = graph.tensors[static_cast<size_t>(t)]->name;
    const auto [other, added] = named.emplace(name, t);
    if (added) continue;
    return Invalid("tensors ", other->second, " and ", t,
                   ", inputs or outputs of the model, are called '", name,
                   "', but segments are connected by names");
  }
  return OkStatus();
}

// Other tensors that operators write get a name of their own. The same for all
// segments of a model.
void NameApart(SubGraphT* graph) {
  const std::set<int> boundary = BoundaryOf(*graph);
  std::set<std::string> names;
  for (const int t : boundary) {
    names.insert(graph->tensors[static_cast<size_t>(t)]->name);
  }
  for (const auto& op : graph->operators) {
    for (const int t : op->outputs) {
      if (t < 0 || boundary.count(t) != 0) continue;
      std::string& name = graph->tensors[static_cast<size_t>(t)]->name;
      while (!names.insert(name).second) name += StrCat("_", t);
    }
  }
}

Status CheckDivisible(const ModelT& model, const CompileOptions& options) {
  if (!options.intermediate_tensors.empty()) {
    return Invalid(
        "a model cannot be divided into segments and end at intermediate "
        "tensors");
  }
  if (model.subgraphs.size() != 1) {
    return Invalid("a model with ", model.subgraphs.size(),
                   " subgraphs cannot be divided into segments");
  }
  for (const auto& tensor : model.subgraphs[0]->tensors) {
    if (tensor->is_variable || tensor->type == TensorType_RESOURCE ||
        tensor->type == TensorType_VARIANT) {
      return Invalid(
          "tensor '", tensor->name,
          "' holds state: the model cannot be divided into segments");
    }
  }
  return CheckNames(*model.subgraphs[0]);
}

// The operators [begin, end) with the tensors at their boundary.
Part SegmentOf(const SubGraphT& graph, size_t begin, size_t end) {
  std::set<int> written_before(graph.inputs.begin(), graph.inputs.end());
  std::set<int> written, read, wanted;
  const bool last = end == graph.operators.size();
  if (last) read.insert(graph.outputs.begin(), graph.outputs.end());
  Part part;
  for (size_t n = 0; n < graph.operators.size(); ++n) {
    const OperatorT& op = *graph.operators[n];
    const bool inside = n >= begin && n < end;
    if (inside) part.nodes.push_back(static_cast<int>(n));
    if (n < begin) {
      written_before.insert(op.outputs.begin(), op.outputs.end());
    } else if (inside) {
      written.insert(op.outputs.begin(), op.outputs.end());
      read.insert(op.inputs.begin(), op.inputs.end());
    } else {
      wanted.insert(op.inputs.begin(), op.inputs.end());
    }
  }
  std::set_intersection(read.begin(), read.end(), written_before.begin(),
                        written_before.end(), std::back_inserter(part.inputs));
  if (last) {
    part.outputs = graph.outputs;
  } else {
    wanted.insert(graph.outputs.begin(), graph.outputs.end());
    std::set_intersection(written.begin(), written.end(), wanted.begin(),
                          wanted.end(), std::back_inserter(part.outputs));
  }
  for (std::vector<int>* tensors : {&part.inputs, &part.outputs}) {
    // Tensors that operators omit.
    tensors->erase(std::remove(tensors->begin(), tensors->end(), -1),
                   tensors->end());
  }
  return part;
}

// The bytes of tensors that pass a cut before each operator, and behind the
// last one; none at the ends of the model.
std::vector<uint64_t> BytesAtCuts(const SubGraphT& graph) {
  const size_t n = graph.operators.size();
  std::map<int, size_t> writer, reader;  // by tensor; its last reader
  for (size_t i = 0; i < n; ++i) {
    for (const int t : graph.operators[i]->outputs) writer[t] = i;
    for (const int t : graph.operators[i]->inputs) reader[t] = i;
  }
  std::vector<uint64_t> bytes(n + 1);
  for (const auto& [t, first] : writer) {
    const auto last = reader.find(t);
    if (last == reader.end() || t < 0) continue;
    uint64_t size = 1;  // of 8-bit elements, which the device has
    for (const int32_t extent : graph.tensors[static_cast<size_t>(t)]->shape) {
      size *= static_cast<uint64_t>(std::max(extent, 1));
    }
    for (size_t i = first + 1; i <= last->second; ++i) bytes[i] += size;
  }
  return bytes;
}

StatusOr<CompiledModel> CompileSegment(const FlatBufferModel& model,
                                       size_t begin, size_t end,
                                       const CompileOptions& options) {
  TFLL_ASSIGN_OR_RETURN(const std::unique_ptr<ModelT> segment,
                        UnpackWhole(model));
  SubGraphT* graph = segment->subgraphs[0].get();
  NameApart(graph);
  KeepOnly(SegmentOf(*graph, begin, end), segment.get());
  const std::string file = PackWhole(*segment);
  const auto source =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  if (source == nullptr) return base::Internal("a segment is not a model");
  return CompileModel(*source, options);
}

class SegmentSearch {
 public:
  // `graph` is the primary subgraph of the model.
  SegmentSearch(const FlatBufferModel& model, const SubGraphT& graph,
                size_t count, const CompileOptions& options)
      : model_(model), graph_(graph), options_(options), count_(count) {}

  StatusOr<std::vector<CompiledModel>> Run() {
    if (count_ > graph_.operators.size()) return TooFewOperations();
    TFLL_ASSIGN_OR_RETURN(const CompiledModel whole,
                          CompileModel(model_, options_));
    costs_.resize(whole.operations.size());
    const double cycles_per_byte =
        static_cast<double>(options_.target.clock_hz) /
        static_cast<double>(options_.target.host_bytes_per_second);
    for (const uint64_t bytes : BytesAtCuts(graph_)) {
      at_cut_.push_back(static_cast<double>(bytes) * cycles_per_byte);
    }
    for (const MappedSubgraph& part : whole.subgraphs) {
      for (const auto& [node, cycles] : part.node_cycles) {
        if (node < 0) continue;
        costs_[static_cast<size_t>(node)] += static_cast<double>(cycles);
      }
    }
    std::set<Cuts> tried;
    std::vector<CompiledModel> best;
    double least = kImpossible;
    constexpr int kRounds = 6;
    for (int round = 0; round < kRounds; ++round) {
      TFLL_ASSIGN_OR_RETURN(const Cuts cuts,
                            BalancedCuts(costs_, at_cut_, count_, options_));
      if (cuts.size() + 1 != count_) return TooFewOperations();
      if (!tried.insert(cuts).second) break;
      TFLL_ASSIGN_OR_RETURN(std::vector<CompiledModel> segments, Compile(cuts));
      double longest = 0;
      for (const CompiledModel& segment : segments) {
        longest = std::max(longest, EstimatedSeconds(segment));
      }
      Correct(cuts, segments);
      if (longest >= least) continue;
      least = longest;
      best = std::move(segments);
    }
    return best;
  }

 private:
  Status TooFewOperations() const {
    return Invalid("the model has too few operations for ", count_,
                   " segments");
  }

  size_t Begin(const Cuts& cuts, size_t s) const {
    return s == 0 ? 0 : cuts[s - 1];
  }
  size_t End(const Cuts& cuts, size_t s) const {
    return s == cuts.size() ? costs_.size() : cuts[s];
  }

  StatusOr<std::vector<CompiledModel>> Compile(const Cuts& cuts) const {
    std::vector<CompiledModel> segments;
    for (size_t s = 0; s < count_; ++s) {
      auto segment =
          CompileSegment(model_, Begin(cuts, s), End(cuts, s), options_);
      if (!segment.ok()) {
        return Annotate(segment.status(), StrCat("segment ", s));
      }
      segments.push_back(*std::move(segment));
    }
    return segments;
  }

  // The costs of a segment add up to what it has been estimated to take: in a
  // segment, other parameters are in the store than in the whole.
  void Correct(const Cuts& cuts, const std::vector<CompiledModel>& segments) {
    for (size_t s = 0; s < count_; ++s) {
      double assumed = 0;
      double estimated = -at_cut_[Begin(cuts, s)] - at_cut_[End(cuts, s)] -
                         static_cast<double>(options_.target.request_cycles);
      for (size_t n = Begin(cuts, s); n < End(cuts, s); ++n) {
        assumed += costs_[n];
      }
      for (const MappedSubgraph& part : segments[s].subgraphs) {
        estimated += static_cast<double>(part.estimated_cycles);
      }
      for (size_t n = Begin(cuts, s); n < End(cuts, s); ++n) {
        costs_[n] *= std::max(estimated / assumed, 0.1);
      }
    }
  }

  const FlatBufferModel& model_;
  const SubGraphT& graph_;
  const CompileOptions& options_;
  const size_t count_;
  std::vector<double> costs_;   // by operator
  std::vector<double> at_cut_;  // before each operator, and behind the last one
};

}  // namespace

StatusOr<std::vector<CompiledModel>> CompileSegments(
    const FlatBufferModel& model, int count, const CompileOptions& options) {
  TFLL_ASSIGN_OR_RETURN(const std::unique_ptr<ModelT> unpacked,
                        UnpackWhole(model));
  TFLL_RETURN_IF_ERROR(CheckDivisible(*unpacked, options));
  return SegmentSearch(model, *unpacked->subgraphs[0],
                       static_cast<size_t>(std::max(count, 1)), options)
      .Run();
}

double EstimatedSeconds(const CompiledModel& model) {
  double seconds = 0;
  for (const MappedSubgraph& part : model.subgraphs) {
    seconds += part.estimated_seconds;
  }
  return seconds;
}

}  // namespace tflite::edgetpu_compiler
