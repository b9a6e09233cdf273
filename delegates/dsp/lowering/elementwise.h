#ifndef DELEGATES_DSP_LOWERING_ELEMENTWISE_H_
#define DELEGATES_DSP_LOWERING_ELEMENTWISE_H_

#include <vector>

#include "delegates/dsp/dsp_builder.h"
#include "delegates/dsp/dsp_caps.h"
#include "kernels/activation/activation.h"
#include "kernels/binary/binary.h"
#include "kernels/prelu/prelu.h"
#include "kernels/quantize/quantize.h"
#include "kernels/unary/unary.h"

namespace tflite::dsp {

// A function of one operand, as a table indexed by the stored byte.
struct MapPlan {
  std::vector<uint8_t> table;
};

StatusOr<MapPlan> PlanActivation(const Activation& op, const NodeView& node,
                                 const DspCaps& caps);
StatusOr<MapPlan> PlanUnary(const Unary& op, const NodeView& node,
                            const DspCaps& caps);
// Conversion from one quantization to another.
StatusOr<MapPlan> PlanQuantize(const Quantize& op, const NodeView& node,
                               const DspCaps& caps);
void EmitMap(const MapPlan& plan, const NodeView& node, DspBuilder& builder);
// The same for given pieces.
void AddMap(const NodeView& node, const std::vector<uint8_t>& table, Piece from,
            Piece to, DspBuilder& builder);

// A function of two operands: params without pieces, and the table of all pairs
// if the form is kTable.
struct BinaryPlan {
  BinaryParams params;
  std::vector<uint8_t> table;
};

StatusOr<BinaryPlan> PlanBinary(const Binary& op, const NodeView& node,
                                const DspCaps& caps);
StatusOr<BinaryPlan> PlanPrelu(const Prelu& op, const NodeView& node,
                               const DspCaps& caps);
void EmitBinary(const BinaryPlan& plan, const NodeView& node,
                DspBuilder& builder);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_LOWERING_ELEMENTWISE_H_
