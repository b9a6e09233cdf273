#include <algorithm>
#include <iterator>

#include "tensorflow_lite_lite/schema/parse/op_data_table.h"

// StableHLO operators, and REDUCE_WINDOW, whose options are similar.
namespace tflite::schema {
namespace {

using LongVector = flatbuffers::Vector<int64_t>;

Status FillRngBitGenerator(const StablehloRngBitGeneratorOptions& o,
                           TfLiteStablehloRngBitGeneratorParams* p) {
  switch (o.algorithm()) {
    case RngAlgorithm_DEFAULT:
      p->algorithm = kTfLiteRngAlgorithmDefault;
      return OkStatus();
    case RngAlgorithm_PHILOX:
      p->algorithm = kTfLiteRngAlgorithmPhilox;
      return OkStatus();
    case RngAlgorithm_THREEFRY:
      p->algorithm = kTfLiteRngAlgorithmThreefry;
      return OkStatus();
  }
  return Invalid("unknown algorithm ", static_cast<int>(o.algorithm()));
}

Status FillConcatenate(const StablehloConcatenateOptions& o,
                       TfLiteStablehloConcatenateParams* p) {
  p->dimension = o.dimension();
  return OkStatus();
}

Status FillScatter(const StablehloScatterOptions& o,
                   TfLiteStablehloScatterParams* p) {
  p->indices_are_sorted = o.indices_are_sorted();
  p->unique_indices = o.unique_indices();
  p->index_vector_dim = o.index_vector_dim();
  p->update_computation_subgraph_index = o.update_computation_subgraph_index();
  TFLL_RETURN_IF_ERROR(CopyList("update_window_dims", o.update_window_dims(),
                                p->update_window_dims,
                                &p->num_update_window_dims));
  TFLL_RETURN_IF_ERROR(
      CopyList("inserted_window_dims", o.inserted_window_dims(),
               p->inserted_window_dims, &p->num_inserted_window_dims));
  return CopyList(
      "scatter_dims_to_operand_dims", o.scatter_dims_to_operand_dims(),
      p->scatter_dims_to_operand_dims, &p->num_scatter_dims_to_operand_dims);
}

Status FillGather(const StablehloGatherOptions& o,
                  TfLiteStablehloGatherParams* p) {
  p->index_vector_dim = o.index_vector_dim();
  p->indices_are_sorted = o.indices_are_sorted();
  TFLL_RETURN_IF_ERROR(CopyList("offset_dims", o.offset_dims(), p->offset_dims,
                                &p->num_offset_dims));
  TFLL_RETURN_IF_ERROR(
      CopyList("collapsed_slice_dims", o.collapsed_slice_dims(),
               p->collapsed_slice_dims, &p->num_collapsed_slice_dims));
  TFLL_RETURN_IF_ERROR(CopyList("start_index_map", o.start_index_map(),
                                p->start_index_map, &p->num_start_index_map));
  return CopyList("slice_sizes", o.slice_sizes(), p->slice_sizes,
                  &p->num_slice_sizes);
}

// Copies a list of `rank` elements; an absent list leaves `out` unchanged.
template <size_t kCapacity>
Status CopyRanked(const char* what, const LongVector* list, size_t rank,
                  int64_t (&out)[kCapacity]) {
  if (list == nullptr || list->size() == 0) return OkStatus();
  size_t count = 0;
  TFLL_RETURN_IF_ERROR(CopyList(what, list, out, &count));
  if (count == rank) return OkStatus();
  return Invalid(what, " has ", count, " elements instead of ", rank);
}

Status FillPad(const StablehloPadOptions& o, TfLiteStablehloPadParams* p) {
  const size_t rank =
      o.edge_padding_low() == nullptr ? 0 : o.edge_padding_low()->size();
  TFLL_RETURN_IF_ERROR(CopyRanked("edge_padding_low", o.edge_padding_low(),
                                  rank, p->edge_padding_low));
  TFLL_RETURN_IF_ERROR(CopyRanked("edge_padding_high", o.edge_padding_high(),
                                  rank, p->edge_padding_high));
  return CopyRanked("interior_padding", o.interior_padding(), rank,
                    p->interior_padding);
}

Status FillStablehloReduceWindow(const StablehloReduceWindowOptions& o,
                                 TfLiteStablehloReduceWindowParams* p) {
  p->body_subgraph_index = o.body_subgraph_index();
  const size_t rank =
      o.window_dimensions() == nullptr ? 0 : o.window_dimensions()->size();
  if (rank == 0) return Invalid("window_dimensions is absent or empty");
  std::fill(std::begin(p->window_strides), std::end(p->window_strides), 1);
  std::fill(std::begin(p->base_dilations), std::end(p->base_dilations), 1);
  std::fill(std::begin(p->window_dilations), std::end(p->window_dilations), 1);
  TFLL_RETURN_IF_ERROR(CopyRanked("window_dimensions", o.window_dimensions(),
                                  rank, p->window_dimensions));
  TFLL_RETURN_IF_ERROR(CopyRanked("window_strides", o.window_strides(), rank,
                                  p->window_strides));
  TFLL_RETURN_IF_ERROR(CopyRanked("base_dilations", o.base_dilations(), rank,
                                  p->base_dilations));
  TFLL_RETURN_IF_ERROR(CopyRanked("window_dilations", o.window_dilations(),
                                  rank, p->window_dilations));
  return CopyRanked("padding", o.padding(), 2 * rank, p->padding);
}

static_assert(
    int{ReduceWindowFunction_MIN} ==
            int{TfLiteReduceWindowFunctionUnsupported} &&
        int{ReduceWindowFunction_ADD} == int{TfLiteReduceWindowFunctionAdd} &&
        int{ReduceWindowFunction_MUL} == int{TfLiteReduceWindowFunctionMul} &&
        int{ReduceWindowFunction_MINIMUM} ==
            int{TfLiteReduceWindowFunctionMin} &&
        int{ReduceWindowFunction_MAXIMUM} ==
            int{TfLiteReduceWindowFunctionMax} &&
        int{ReduceWindowFunction_ALL} == int{TfLiteReduceWindowFunctionAll} &&
        int{ReduceWindowFunction_ANY} == int{TfLiteReduceWindowFunctionAny},
    "reductions are converted by value");

Status FillReduceWindow(const ReduceWindowOptions& o,
                        TfLiteReduceWindowParams* p) {
  if (o.reduce_function() < ReduceWindowFunction_MIN ||
      o.reduce_function() > ReduceWindowFunction_MAX) {
    return Invalid("unknown reduce_function ",
                   static_cast<int>(o.reduce_function()));
  }
  p->reduce_function =
      static_cast<TfLiteReduceWindowFunction>(o.reduce_function());
  return OkStatus();
}

Status FillComposite(const StableHLOCompositeOptions& o,
                     TfLiteStablehloCompositeParams* p) {
  p->name = o.name() == nullptr ? "" : o.name()->c_str();
  p->subgraph_index = o.decomposition_subgraph_index();
  p->version = o.version();
  if (o.composite_attributes() != nullptr) {
    p->attributes = o.composite_attributes()->data();
    p->attributes_size = o.composite_attributes()->size();
  }
  return OkStatus();
}

Status FillCase(const StablehloCaseOptions& o, TfLiteStablehloCaseParams* p) {
  return CopyList("branch_subgraph_indices", o.branch_subgraph_indices(),
                  p->branch_subgraph_indices, &p->num_branches);
}

constexpr OpDataRow kRows[] = {
    Row<FillRngBitGenerator>(BuiltinOperator_STABLEHLO_RNG_BIT_GENERATOR),
    Row<FillConcatenate>(BuiltinOperator_STABLEHLO_CONCATENATE),
    Row<FillScatter>(BuiltinOperator_STABLEHLO_SCATTER),
    Row<FillGather>(BuiltinOperator_STABLEHLO_GATHER),
    Row<FillPad>(BuiltinOperator_STABLEHLO_PAD),
    Row<FillStablehloReduceWindow>(BuiltinOperator_STABLEHLO_REDUCE_WINDOW),
    Row<FillReduceWindow>(BuiltinOperator_REDUCE_WINDOW),
    Row<FillComposite>(BuiltinOperator_STABLEHLO_COMPOSITE),
    Row<FillCase>(BuiltinOperator_STABLEHLO_CASE),
};

}  // namespace

absl::Span<const OpDataRow> StablehloRows() { return kRows; }

}  // namespace tflite::schema
