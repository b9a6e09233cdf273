#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  TfLiteStablehloGatherParams rows{};
  rows.offset_dims[0] = 1;
  rows.num_offset_dims = 1;
  rows.num_collapsed_slice_dims = 1;  // dimension 0
  rows.num_start_index_map = 1;       // to dimension 0
  rows.index_vector_dim = 1;
  rows.slice_sizes[0] = 1;
  rows.slice_sizes[1] = 4;
  rows.num_slice_sizes = 2;
  TfLiteStablehloGatherParams boxes = rows;
  boxes.offset_dims[0] = 1;
  boxes.offset_dims[1] = 2;
  boxes.num_offset_dims = 2;
  boxes.num_collapsed_slice_dims = 0;
  boxes.start_index_map[1] = 1;
  boxes.num_start_index_map = 2;
  boxes.slice_sizes[0] = 2;
  boxes.slice_sizes[1] = 3;
  for (const Elements& e : {kFloat32, kPlainInt8, kInt32, kInt64, kBool}) {
    table.Add(Case("Rows", e.name)
                  .Op(kTfLiteBuiltinStablehloGather, rows)
                  .In(e, {6, 4})
                  .In(kInt32.Range(0, 5), {3, 1})
                  .Out(e));
    // Starts outside are clamped.
    table.Add(Case("Boxes", e.name)
                  .Op(kTfLiteBuiltinStablehloGather, boxes)
                  .In(e, {6, 4})
                  .In(kInt64.Range(-2, 7), {5, 2})
                  .Out(e));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
