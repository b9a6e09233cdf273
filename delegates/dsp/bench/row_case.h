#ifndef DELEGATES_DSP_BENCH_ROW_CASE_H_
#define DELEGATES_DSP_BENCH_ROW_CASE_H_

#include "delegates/dsp/bench/kernel_case.h"

// Runs of kernels that work on rows of elements, images and recurrent states.
namespace tflite::dsp::bench {

// `one_peak`: each row has one greatest element, at another place.
CaseResult RunSoftmax(Arena& arena, Random& random, int32_t rows, int32_t depth,
                      bool is_signed, bool one_peak = false);
// `one_element`: all others of a row are the zero point, so that it becomes 1.
CaseResult RunL2Normalization(Arena& arena, Random& random, int32_t rows,
                              int32_t depth, bool is_signed,
                              bool one_element = false);
CaseResult RunArgMinMax(Arena& arena, Random& random, int32_t outer,
                        int32_t extent, int32_t inner, bool is_signed);
// Along the dimensions whose bit is set in `reduced`.
CaseResult RunReduce(Arena& arena, Random& random, ReduceForm form,
                     int32_t rank, const int32_t* extents, int32_t reduced,
                     bool is_signed);

// `step` is the distance of output rows and columns in input rows and columns,
// `from` the place of the first one.
struct ResizeCase {
  int32_t height, width, channels, out_height, out_width;
  float step, from;
  bool is_signed;
  int32_t batch = 1;
};
CaseResult RunResizeBilinear(Arena& arena, Random& random, const ResizeCase& c);

// [rows, columns] of bytes into [columns, rows].
CaseResult RunTranspose(Arena& arena, Random& random, int32_t rows,
                        int32_t columns);

// A transposed convolution; `is_quick`: factors as trained models have them.
CaseResult RunTransposeConv(Arena& arena, Random& random, const Window& window,
                            bool is_signed, bool is_quick,
                            bool is_small = false);

// `projected` outputs of a projection; 0: none. `is_odd`: with peepholes,
// normalization, clips, and coupled gates at random.
struct LstmCase {
  int32_t steps = 1, batch = 1, inputs = 1, cells = 1, projected = 0;
  bool is_odd = false;
  bool is_normalized = false;  // each gate
  int32_t cell_bits = -1;      // -1: any up to 4
};
CaseResult RunLstm(Arena& arena, Random& random, const LstmCase& c);

struct SvdfCase {
  int32_t batch, inputs, units, rank, memory;
};
CaseResult RunSvdf(Arena& arena, Random& random, const SvdfCase& c);

// Small shapes of any kind.
CaseResult RunRandomLstm(Arena& arena, Random& random);
CaseResult RunRandomSvdf(Arena& arena, Random& random);
CaseResult RunRandomTransposeConv(Arena& arena, Random& random);
// With bounds of any type.
CaseResult RunWildTransposeConv(Arena& arena, Random& random);
CaseResult RunRandomSoftmax(Arena& arena, Random& random);
CaseResult RunRandomL2Normalization(Arena& arena, Random& random);
CaseResult RunRandomArgMinMax(Arena& arena, Random& random);
CaseResult RunRandomResize(Arena& arena, Random& random);
CaseResult RunRandomTranspose(Arena& arena, Random& random);

}  // namespace tflite::dsp::bench

#endif  // DELEGATES_DSP_BENCH_ROW_CASE_H_
