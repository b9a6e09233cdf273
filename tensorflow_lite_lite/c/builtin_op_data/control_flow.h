// Options of control flow, resources and random numbers. Subgraph indices
// count within the model; strings belong to the model.
// Included by builtin_op_data.h.
#ifndef TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_CONTROL_FLOW_H_
#define TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_CONTROL_FLOW_H_

#include "tensorflow_lite_lite/c/c_api_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// IF
typedef struct TfLiteIfParams {
  int then_subgraph_index;
  int else_subgraph_index;
} TfLiteIfParams;

// WHILE
typedef struct TfLiteWhileParams {
  int cond_subgraph_index;
  int body_subgraph_index;
} TfLiteWhileParams;

// CALL_ONCE
typedef struct TfLiteCallOnceParams {
  int init_subgraph_index;
} TfLiteCallOnceParams;

// VAR_HANDLE
typedef struct TfLiteVarHandleParams {
  const char* container;
  const char* shared_name;
} TfLiteVarHandleParams;

// HASHTABLE
typedef struct TfLiteHashtableParams {
  int table_id;
  TfLiteType key_dtype;
  TfLiteType value_dtype;
} TfLiteHashtableParams;

// RANDOM_UNIFORM, RANDOM_STANDARD_NORMAL, MULTINOMIAL; if both seeds are 0, a
// random one is used.
typedef struct TfLiteRandomParams {
  int seed;
  int seed2;
} TfLiteRandomParams;

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_CONTROL_FLOW_H_
