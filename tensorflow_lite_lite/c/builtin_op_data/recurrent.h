// Options of recurrent and embedding operators.
// Included by builtin_op_data.h.
#ifndef TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_RECURRENT_H_
#define TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_RECURRENT_H_

#include <stdbool.h>

#include "tensorflow_lite_lite/c/builtin_op_data/common.h"

#ifdef __cplusplus
extern "C" {
#endif

// RNN
typedef struct TfLiteRNNParams {
  TfLiteFusedActivation activation;
  // Hybrid kernels quantize float inputs with a zero point.
  bool asymmetric_quantize_inputs;
} TfLiteRNNParams;

// UNIDIRECTIONAL_SEQUENCE_RNN
typedef struct TfLiteSequenceRNNParams {
  // [time, batch, ...] instead of [batch, time, ...].
  bool time_major;
  TfLiteFusedActivation activation;
  // Hybrid kernels quantize float inputs with a zero point.
  bool asymmetric_quantize_inputs;
} TfLiteSequenceRNNParams;

// BIDIRECTIONAL_SEQUENCE_RNN
typedef struct TfLiteBidirectionalSequenceRNNParams {
  // [time, batch, ...] instead of [batch, time, ...].
  bool time_major;
  TfLiteFusedActivation activation;
  // Backward results follow the forward ones in one output.
  bool merge_outputs;
  // Hybrid kernels quantize float inputs with a zero point.
  bool asymmetric_quantize_inputs;
} TfLiteBidirectionalSequenceRNNParams;

// Full: peephole, projection and normalization if their inputs are present.
// Basic: one weight matrix for all gates.
typedef enum TfLiteLSTMKernelType {
  kTfLiteLSTMFullKernel = 0,
  kTfLiteLSTMBasicKernel = 1
} TfLiteLSTMKernelType;

// LSTM; a clip of 0 disables clipping.
typedef struct TfLiteLSTMParams {
  TfLiteFusedActivation activation;
  float cell_clip;
  float proj_clip;
  TfLiteLSTMKernelType kernel_type;
  // Hybrid kernels quantize float inputs with a zero point.
  bool asymmetric_quantize_inputs;
} TfLiteLSTMParams;

// UNIDIRECTIONAL_SEQUENCE_LSTM
typedef struct TfLiteUnidirectionalSequenceLSTMParams {
  TfLiteFusedActivation activation;
  float cell_clip;
  float proj_clip;
  // [time, batch, ...] instead of [batch, time, ...].
  bool time_major;
  // Hybrid kernels quantize float inputs with a zero point.
  bool asymmetric_quantize_inputs;
  // Recurrent weights are vectors that hold the diagonals.
  bool diagonal_recurrent_tensors;
} TfLiteUnidirectionalSequenceLSTMParams;

// BIDIRECTIONAL_SEQUENCE_LSTM
typedef struct TfLiteBidirectionalSequenceLSTMParams {
  TfLiteFusedActivation activation;
  float cell_clip;
  float proj_clip;
  // Backward results follow the forward ones in one output.
  bool merge_outputs;
  // [time, batch, ...] instead of [batch, time, ...].
  bool time_major;
  // Hybrid kernels quantize float inputs with a zero point.
  bool asymmetric_quantize_inputs;
} TfLiteBidirectionalSequenceLSTMParams;

// SVDF: rank filters for each unit.
typedef struct TfLiteSVDFParams {
  int rank;
  TfLiteFusedActivation activation;
  // Hybrid kernels quantize float inputs with a zero point.
  bool asymmetric_quantize_inputs;
} TfLiteSVDFParams;

// Sparse: one hash value for each function. Dense: one bit for each.
typedef enum TfLiteLSHProjectionType {
  kTfLiteLshProjectionUnknown = 0,
  kTfLiteLshProjectionSparse = 1,
  kTfLiteLshProjectionDense = 2
} TfLiteLSHProjectionType;

// LSH_PROJECTION
typedef struct TfLiteLSHProjectionParams {
  TfLiteLSHProjectionType type;
} TfLiteLSHProjectionParams;

// SKIP_GRAM; sizes in words.
typedef struct TfLiteSkipGramParams {
  int ngram_size;
  int max_skip_size;
  bool include_all_ngrams;
} TfLiteSkipGramParams;

// How the rows that belong to one output are combined.
typedef enum TfLiteCombinerType {
  kTfLiteCombinerTypeSum = 0,
  kTfLiteCombinerTypeMean = 1,
  kTfLiteCombinerTypeSqrtn = 2
} TfLiteCombinerType;

// EMBEDDING_LOOKUP_SPARSE
typedef struct TfLiteEmbeddingLookupSparseParams {
  TfLiteCombinerType combiner;
} TfLiteEmbeddingLookupSparseParams;

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_RECURRENT_H_
