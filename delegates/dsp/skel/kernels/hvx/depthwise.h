#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_H_

#include "delegates/dsp/skel/kernels/hvx/depthwise_plan.h"
#include "delegates/dsp/skel/kernels/hvx/requantize.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

// The steps of a depthwise convolution, for a chunk of up to 4 groups of 32
// channels (see depthwise_plan.h for the terms). Direct form: quads are made in
// registers, and outputs stored in their places. Stored form: MakeQuads writes
// quads to memory, SumQuads computes blocks of outputs, of 32 channels by 4
// columns, from them, and MergeGroups copies the blocks to their places.
namespace tflite::dsp {

// Finds the address of each input pixel that a strip reads, with its padding:
// plan.in_rows rows of plan.columns pointers. Pointers to padding point to
// `zero`, which holds the zero point in every byte of a pixel and 128 more.
struct ColumnsJob {
  const DepthwisePlan* plan;
  const Window* window;
  const uint8_t* image;
  const uint8_t* zero;
  int32_t out_y;
};
void PlaceColumns(const ColumnsJob& job, const uint8_t** columns);

// Adds `bytes` to each pointer, to get to the next chunk of channels.
void MoveColumns(const DepthwisePlan& plan, int32_t bytes,
                 const uint8_t** columns);

// Stored form: writes the quads of `groups` groups for `rows` output rows.
void MakeQuads(const DepthwisePlan& plan, const Window& w,
               const uint8_t* const* columns, int32_t rows, int32_t groups,
               Vec* quads);

// Writes the filter of all groups with the zero point subtracted. Returns true
// if a difference does not fit INT8. Then the filter has a second half with the
// rest of each difference. If `whole` (only for filters of 3 rows of one quad),
// it has the weights without subtraction instead, and the kernel multiplies the
// input by the zero point separately.
bool PrepareFilter(const DepthwisePlan& plan, const Window& w,
                   const Vec* weights, int32_t zero_point, bool whole,
                   Vec* filter);

// A chunk in the direct form.
struct DepthwiseChunk {
  const DepthwisePlan* plan;
  const Window* window;
  const uint8_t* const* columns;  // from PlaceColumns, moved to the chunk
  const Vec* filter;              // of the chunk
  const FinishGroup* finish;      // of the chunk
  bool wide;                      // result of PrepareFilter
  bool quick;                     // result of PrepareFinish
  bool is_signed;
  int32_t zero_point, min, max;
  int32_t weights_zero_point;
  Vec* spill;  // scratch: kDepthwiseSpill vectors, and one per pixel of a row
  Vec* even;   // scratch: see DepthwiseRows
  int32_t groups, width;
  int32_t rows;  // of the output
  // As in MergeJob.
  uint8_t* out;
  const uint8_t* end;
};

// The arguments of the direct form's inner loops.
struct DepthwiseRows {
  const uint8_t* const* columns;  // of the first output
  int32_t row_pitch;              // pointers from output row to output row
  int32_t row_step;               // pointers from filter row to filter row
  const Vec* filter;
  const FinishGroup* finish;
  int32_t height, quads, halves;  // of the filter
  int32_t stride, dilation;
  int32_t rows, width, blocks;  // of outputs
  bool quick;
  int32_t zero_point;
  Vec low, high;
  const Vec* limits;  // low and high in memory
  Vec zero;           // minus the zero point of the weights
  Vec* spill;
  int32_t pitch;
  uint8_t* out;
  uint8_t* nowhere;  // a vector that takes the first turn's store
  Vec* even;         // DepthwisePixels: even channels of half_rows output rows
  int32_t half_rows;
};
using DepthwiseForm = void (*)(const DepthwiseRows&);
// The inner loop for stride 2 and filters of 3 rows of one quad, if the quick
// form of requantization is possible. It needs DealGroups.
struct DepthwisePixels {
  DepthwiseForm run;
  bool side_by_side;  // the image has 64 channels: a store writes two pixels
  int32_t row_bytes;  // that are written from the start of an output row on
};
DepthwisePixels DepthwisePixelForm(const Window& w, bool is_signed, bool wide,
                                   int32_t groups);
// Reorders a chunk's filter and constants as DepthwisePixels needs them.
void DealGroups(int32_t groups, Vec* filter, FinishGroup* finish);
constexpr int32_t kDepthwiseSpill = 16;

// What the chunks of a run share: arguments, and the inner loop for `groups`.
struct DepthwiseDirectRun {
  DepthwiseRows rows;
  Vec limits[2];
  int32_t groups;
  bool by_pixel;
  DepthwiseForm run;
  bool side_by_side;
  int32_t row_bytes;
  int32_t output_row;  // bytes from row to row of the output
};
void StartDepthwiseDirect(const DepthwiseChunk& chunk, bool by_pixel,
                          DepthwiseDirectRun* direct);
void DepthwiseDirect(const DepthwiseChunk& chunk, DepthwiseDirectRun* direct);

// Stored form: computes `rows` output rows of some groups, with the quick form
// of requantization.
struct DepthwiseGroup {
  const DepthwisePlan* plan;
  const Vec* quads;   // of the first group; two blocks more are read
  const Vec* filter;  // of the first group
  const FinishGroup* finish;
  int32_t groups;
  bool is_signed;
  bool wide;     // UINT8: the input is multiplied by `zero`, too
  int32_t zero;  // minus the zero point of the weights
  int32_t min, max;
  int32_t dilation_height;
  int32_t rows;
  Vec* out;  // [groups][rows][blocks]
};
void SumQuads(const DepthwiseGroup& group);

// Stored form: copies `rows` rows of blocks to the output, whose rows have
// `columns` pixels of `channels` bytes; the chunk has `width` channels. Stores
// may write up to 128 bytes per pixel, pixels in ascending order, but nothing
// at `end` or behind it.
struct MergeJob {
  const Vec* blocks;  // [groups][rows][blocks of a row]
  int32_t group;      // vectors from group to group
  int32_t rows, columns, channels, width;
  uint8_t* out;
  const uint8_t* end;
};
void MergeGroups(const MergeJob& job);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_H_
