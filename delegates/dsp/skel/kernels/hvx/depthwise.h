#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_H_

#include "delegates/dsp/skel/kernels/hvx/depthwise_plan.h"
#include "delegates/dsp/skel/kernels/hvx/requantize.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

// The three steps of a depthwise convolution, for a chunk of up to 4 groups of
// 32 channels (see depthwise_plan.h): quads of the input, sums to stored
// outputs of 32 channels by 4 columns, and those put in the output's order.
namespace tflite::dsp {

// The input's columns under a strip: where each of them begins, row after row
// in the order of the quads. Outside of the image they are at `zero`, as many
// bytes of the zero point as a pixel has, and 128 more.
struct ColumnsJob {
  const DepthwisePlan* plan;
  const Window* window;
  const uint8_t* image;
  const uint8_t* zero;
  int32_t out_y;
};
void PlaceColumns(const ColumnsJob& job, const uint8_t** columns);

// Adds `bytes` to where columns begin.
void MoveColumns(const DepthwisePlan& plan, int32_t bytes,
                 const uint8_t** columns);

// The quads of `groups` groups at `columns`, for `rows` output rows.
void MakeQuads(const DepthwisePlan& plan, const Window& w,
               const uint8_t* const* columns, int32_t rows, int32_t groups,
               Vec* quads);

// Prepares the filter of all groups; true if any weight less the zero point is
// no INT8. Then there is a second half, or if `whole` (3 rows of one quad) the
// filter has weights as they are, and the zero point needs products of its own.
bool PrepareFilter(const DepthwisePlan& plan, const Window& w,
                   const Vec* weights, int32_t zero_point, bool whole,
                   Vec* filter);

// A chunk without stored quads: `rows` output rows to their places.
struct DepthwiseChunk {
  const DepthwisePlan* plan;
  const Window* window;
  const uint8_t* const* columns;  // PlaceColumns, moved to the chunk
  const Vec* filter;              // of the chunk
  const FinishGroup* finish;      // the same
  bool wide;                      // PrepareFilter
  bool quick;                     // PrepareFinish
  bool is_signed;
  int32_t zero_point, min, max;
  int32_t weights_zero_point;
  Vec* spill;  // scratch: kDepthwiseSpill vectors and as many as pixels
  Vec* even;
  int32_t groups, width;
  int32_t rows;
  // As in MergeJob.
  uint8_t* out;
  const uint8_t* end;
};

// What DepthwiseDirect gives the inner loops.
struct DepthwiseRows {
  const uint8_t* const* columns;  // of the first output
  int32_t row_pitch;              // columns from output row to output row
  int32_t row_step;               // the same from filter row to filter row
  const Vec* filter;
  const FinishGroup* finish;
  int32_t height, quads, halves;  // of the filter
  int32_t stride, dilation;
  int32_t rows, width, blocks;  // of outputs
  bool quick;
  int32_t zero_point;
  Vec low, high;
  const Vec* limits;  // the same
  bool wide;          // of DepthwisePixels: `zero` is in each product
  Vec zero;           // minus the zero point of the weights
  Vec* spill;
  int32_t pitch;
  uint8_t* out;
  uint8_t* nowhere;  // a vector for a store that has no place yet
  Vec* even;         // channels of half_rows rows; see DepthwisePlan
  int32_t half_rows;
};
using DepthwiseForm = void (*)(const DepthwiseRows&);
// For filters of 3 rows of one quad, shared quads, in the quick form; filter
// and constants are dealt.
struct DepthwisePixels {
  DepthwiseForm run;
  bool side_by_side;  // 64 channels in all, which take no more than 64 bytes
  int32_t row_bytes;  // that a row writes, of the output's pitch
};
DepthwisePixels DepthwisePixelForm(const Window& w, bool is_signed, bool wide,
                                   int32_t groups);
// Puts a chunk's filter and constants into the order of its groups there.
void DealGroups(int32_t groups, Vec* filter, FinishGroup* finish);
constexpr int32_t kDepthwiseSpill = 16;

// What all chunks of a run have in common, and the form for `groups`.
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

// The sums of some groups by stored quads, in the quick form: `rows` output
// rows, in blocks of 4 columns by 32 channels.
struct DepthwiseGroup {
  const DepthwisePlan* plan;
  const Vec* quads;   // of the first group; two blocks more are read
  const Vec* filter;  // of the first group
  const FinishGroup* finish;
  int32_t groups;
  bool is_signed;
  bool wide;     // UINT8: `zero` is in each product
  int32_t zero;  // minus the zero point of the weights
  int32_t min, max;
  int32_t dilation_height;
  int32_t rows;
  Vec* out;  // [groups][rows][blocks]
};
void SumQuads(const DepthwiseGroup& group);

// `rows` rows of blocks, groups `group` vectors apart, to rows of `columns`
// pixels of `channels` bytes; `width` of each are the chunk's. Nothing is
// written from `end` on; before it, what lies behind the chunk's channels may
// be overwritten, in ascending order.
struct MergeJob {
  const Vec* blocks;
  int32_t group;
  int32_t rows, columns, channels, width;
  uint8_t* out;
  const uint8_t* end;
};
void MergeGroups(const MergeJob& job);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_H_
