#include "tensorflow_lite_lite/schema/parse/op_data_table.h"

// Recurrent and embedding operators.
namespace tflite::schema {
namespace {

Status FillRnn(const RNNOptions& o, TfLiteRNNParams* p) {
  p->asymmetric_quantize_inputs = o.asymmetric_quantize_inputs();
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillSequenceRnn(const SequenceRNNOptions& o,
                       TfLiteSequenceRNNParams* p) {
  p->time_major = o.time_major();
  p->asymmetric_quantize_inputs = o.asymmetric_quantize_inputs();
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillBidirectionalRnn(const BidirectionalSequenceRNNOptions& o,
                            TfLiteBidirectionalSequenceRNNParams* p) {
  p->time_major = o.time_major();
  p->merge_outputs = o.merge_outputs();
  p->asymmetric_quantize_inputs = o.asymmetric_quantize_inputs();
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillLstm(const LSTMOptions& o, TfLiteLSTMParams* p) {
  p->cell_clip = o.cell_clip();
  p->proj_clip = o.proj_clip();
  p->asymmetric_quantize_inputs = o.asymmetric_quantize_inputs();
  TFLL_RETURN_IF_ERROR(ToC(o.fused_activation_function(), &p->activation));
  switch (o.kernel_type()) {
    case LSTMKernelType_FULL:
      p->kernel_type = kTfLiteLSTMFullKernel;
      return OkStatus();
    case LSTMKernelType_BASIC:
      p->kernel_type = kTfLiteLSTMBasicKernel;
      return OkStatus();
  }
  return Invalid("unknown kernel_type ", static_cast<int>(o.kernel_type()));
}

Status FillUnidirectionalLstm(const UnidirectionalSequenceLSTMOptions& o,
                              TfLiteUnidirectionalSequenceLSTMParams* p) {
  p->cell_clip = o.cell_clip();
  p->proj_clip = o.proj_clip();
  p->time_major = o.time_major();
  p->asymmetric_quantize_inputs = o.asymmetric_quantize_inputs();
  p->diagonal_recurrent_tensors = o.diagonal_recurrent_tensors();
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillBidirectionalLstm(const BidirectionalSequenceLSTMOptions& o,
                             TfLiteBidirectionalSequenceLSTMParams* p) {
  p->cell_clip = o.cell_clip();
  p->proj_clip = o.proj_clip();
  p->merge_outputs = o.merge_outputs();
  p->time_major = o.time_major();
  p->asymmetric_quantize_inputs = o.asymmetric_quantize_inputs();
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillSvdf(const SVDFOptions& o, TfLiteSVDFParams* p) {
  p->rank = o.rank();
  p->asymmetric_quantize_inputs = o.asymmetric_quantize_inputs();
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillLshProjection(const LSHProjectionOptions& o,
                         TfLiteLSHProjectionParams* p) {
  switch (o.type()) {
    case LSHProjectionType_UNKNOWN:
      p->type = kTfLiteLshProjectionUnknown;
      return OkStatus();
    case LSHProjectionType_SPARSE:
      p->type = kTfLiteLshProjectionSparse;
      return OkStatus();
    case LSHProjectionType_DENSE:
      p->type = kTfLiteLshProjectionDense;
      return OkStatus();
  }
  return Invalid("unknown projection type ", static_cast<int>(o.type()));
}

Status FillSkipGram(const SkipGramOptions& o, TfLiteSkipGramParams* p) {
  p->ngram_size = o.ngram_size();
  p->max_skip_size = o.max_skip_size();
  p->include_all_ngrams = o.include_all_ngrams();
  return OkStatus();
}

Status FillEmbeddingLookupSparse(const EmbeddingLookupSparseOptions& o,
                                 TfLiteEmbeddingLookupSparseParams* p) {
  switch (o.combiner()) {
    case CombinerType_SUM:
      p->combiner = kTfLiteCombinerTypeSum;
      return OkStatus();
    case CombinerType_MEAN:
      p->combiner = kTfLiteCombinerTypeMean;
      return OkStatus();
    case CombinerType_SQRTN:
      p->combiner = kTfLiteCombinerTypeSqrtn;
      return OkStatus();
  }
  return Invalid("unknown combiner ", static_cast<int>(o.combiner()));
}

constexpr OpDataRow kRows[] = {
    Row<FillRnn>(BuiltinOperator_RNN),
    Row<FillSequenceRnn>(BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_RNN),
    Row<FillBidirectionalRnn>(BuiltinOperator_BIDIRECTIONAL_SEQUENCE_RNN),
    Row<FillLstm>(BuiltinOperator_LSTM),
    Row<FillUnidirectionalLstm>(BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_LSTM),
    Row<FillBidirectionalLstm>(BuiltinOperator_BIDIRECTIONAL_SEQUENCE_LSTM),
    Row<FillSvdf>(BuiltinOperator_SVDF),
    Row<FillLshProjection>(BuiltinOperator_LSH_PROJECTION),
    Row<FillSkipGram>(BuiltinOperator_SKIP_GRAM),
    Row<FillEmbeddingLookupSparse>(BuiltinOperator_EMBEDDING_LOOKUP_SPARSE),
};

}  // namespace

absl::Span<const OpDataRow> RecurrentRows() { return kRows; }

}  // namespace tflite::schema
