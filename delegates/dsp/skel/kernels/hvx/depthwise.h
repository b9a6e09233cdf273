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

// Prepares the filter of all groups; true if any weight needs the second half.
bool PrepareFilter(const DepthwisePlan& plan, const Window& w,
                   const Vec* weights, int32_t zero_point, Vec* filter);

// A chunk without stored quads: `rows` output rows to their places.
struct DepthwiseChunk {
  const DepthwisePlan* plan;
  const Window* window;
  const uint8_t* const* columns;  // PlaceColumns, moved to the chunk
  const Vec* filter;              // of the chunk
  const FinishGroup* finish;      // the same
  bool wide;                      // the filter's second half counts
  bool quick;                     // PrepareFinish
  bool is_signed;
  int32_t zero_point, min, max;
  Vec* spill;  // scratch: kDepthwiseSpill vectors and as many as pixels
  Vec* even;
  int32_t groups, width;
  int32_t rows;
  // As in MergeJob.
  uint8_t* out;
  const uint8_t* end;
};
void DepthwiseDirect(const DepthwiseChunk& chunk);

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
DepthwisePixels DepthwisePixelForm(const Window& w, bool is_signed,
                                   int32_t groups);
bool UsesDepthwisePixels(const DepthwisePlan& plan, const Window& w, bool wide,
                         bool quick);
// Puts a chunk's filter and constants into the order of its groups there.
void DealGroups(int32_t groups, Vec* filter, FinishGroup* finish);
constexpr int32_t kDepthwiseSpill = 16;

// A group's sums by stored quads, in the quick form, without a second half:
// `rows` output rows, in blocks of 4 columns by 32 channels.
struct DepthwiseGroup {
  const DepthwisePlan* plan;
  const Vec* quads;   // of the group; two blocks more are read
  const Vec* filter;  // of the group
  const FinishGroup* finish;
  bool is_signed;
  int32_t min, max;
  int32_t dilation_height;
  int32_t rows;
  Vec* out;  // [rows][blocks]
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
