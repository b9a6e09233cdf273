#ifndef DELEGATES_EDGETPU_ISA_FIELDS_H_
#define DELEGATES_EDGETPU_ISA_FIELDS_H_

#include <type_traits>

#include "delegates/edgetpu/isa/instruction.h"

// The fields of each instruction in the order of its encoding, once for the
// encoder, the decoder and the disassembler. VisitFields(instruction, f) calls
// f(name, field) for each; fields are uint32_t, int32_t or Address. The
// instruction may be const.
namespace tflite::edgetpu {

#define TFLL_EDGETPU_FIELD(name) f(#name, s.name)

template <typename S, typename F>
void VisitWindow(S& s, F f) {
  TFLL_EDGETPU_FIELD(rows);
  TFLL_EDGETPU_FIELD(columns);
  TFLL_EDGETPU_FIELD(kernel_rows);
  TFLL_EDGETPU_FIELD(kernel_columns);
  TFLL_EDGETPU_FIELD(stride_rows);
  TFLL_EDGETPU_FIELD(stride_columns);
  TFLL_EDGETPU_FIELD(dilation_rows);
  TFLL_EDGETPU_FIELD(dilation_columns);
  TFLL_EDGETPU_FIELD(first_row);
  TFLL_EDGETPU_FIELD(first_column);
  TFLL_EDGETPU_FIELD(height);
  TFLL_EDGETPU_FIELD(width);
  TFLL_EDGETPU_FIELD(row_bytes);
  TFLL_EDGETPU_FIELD(column_bytes);
}

// The pointer, always null, chooses the instruction.
template <typename S, typename F>
void VisitFieldsOf(const Dma*, S& s, F f) {
  TFLL_EDGETPU_FIELD(from);
  TFLL_EDGETPU_FIELD(to);
  TFLL_EDGETPU_FIELD(row_bytes);
  TFLL_EDGETPU_FIELD(rows);
  TFLL_EDGETPU_FIELD(planes);
  TFLL_EDGETPU_FIELD(from_row);
  TFLL_EDGETPU_FIELD(from_plane);
  TFLL_EDGETPU_FIELD(to_row);
  TFLL_EDGETPU_FIELD(to_plane);
  TFLL_EDGETPU_FIELD(copies);
}

template <typename S, typename F>
void VisitFieldsOf(const Sync*, S& s, F f) {
  TFLL_EDGETPU_FIELD(waiting);
  TFLL_EDGETPU_FIELD(awaited);
}

template <typename S, typename F>
void VisitFieldsOf(const Multiply*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(input);
  TFLL_EDGETPU_FIELD(weights);
  TFLL_EDGETPU_FIELD(bias);
  TFLL_EDGETPU_FIELD(accumulators);
  VisitWindow(s.window, f);
  TFLL_EDGETPU_FIELD(depth);
  TFLL_EDGETPU_FIELD(lanes);
  TFLL_EDGETPU_FIELD(flags);
  TFLL_EDGETPU_FIELD(input_zero_point);
  TFLL_EDGETPU_FIELD(weights_zero_point);
}

template <typename S, typename F>
void VisitFieldsOf(const Requantize*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(accumulators);
  TFLL_EDGETPU_FIELD(scales);
  TFLL_EDGETPU_FIELD(output);
  TFLL_EDGETPU_FIELD(rows);
  TFLL_EDGETPU_FIELD(columns);
  TFLL_EDGETPU_FIELD(lanes);
  TFLL_EDGETPU_FIELD(row_bytes);
  TFLL_EDGETPU_FIELD(column_bytes);
  TFLL_EDGETPU_FIELD(zero_point);
  TFLL_EDGETPU_FIELD(min);
  TFLL_EDGETPU_FIELD(max);
}

template <typename S, typename F>
void VisitFieldsOf(const Pool*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(input);
  TFLL_EDGETPU_FIELD(output);
  VisitWindow(s.window, f);
  TFLL_EDGETPU_FIELD(lanes);
  TFLL_EDGETPU_FIELD(output_row_bytes);
  TFLL_EDGETPU_FIELD(output_column_bytes);
  TFLL_EDGETPU_FIELD(flags);
  TFLL_EDGETPU_FIELD(min);
  TFLL_EDGETPU_FIELD(max);
}

template <typename S, typename F>
void VisitFieldsOf(const Add*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(x);
  TFLL_EDGETPU_FIELD(y);
  TFLL_EDGETPU_FIELD(output);
  TFLL_EDGETPU_FIELD(count);
  TFLL_EDGETPU_FIELD(flags);
  TFLL_EDGETPU_FIELD(shift);
  TFLL_EDGETPU_FIELD(x_zero_point);
  TFLL_EDGETPU_FIELD(x_factor);
  TFLL_EDGETPU_FIELD(x_shift);
  TFLL_EDGETPU_FIELD(y_zero_point);
  TFLL_EDGETPU_FIELD(y_factor);
  TFLL_EDGETPU_FIELD(y_shift);
  TFLL_EDGETPU_FIELD(zero_point);
  TFLL_EDGETPU_FIELD(factor);
  TFLL_EDGETPU_FIELD(factor_shift);
  TFLL_EDGETPU_FIELD(min);
  TFLL_EDGETPU_FIELD(max);
}

template <typename S, typename F>
void VisitFieldsOf(const Lookup*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(input);
  TFLL_EDGETPU_FIELD(output);
  TFLL_EDGETPU_FIELD(table);
  TFLL_EDGETPU_FIELD(count);
}

template <typename S, typename F>
void VisitFieldsOf(const Fill*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(output);
  TFLL_EDGETPU_FIELD(row_bytes);
  TFLL_EDGETPU_FIELD(rows);
  TFLL_EDGETPU_FIELD(stride);
  TFLL_EDGETPU_FIELD(value);
}

template <typename S, typename F>
void VisitFieldsOf(const Product*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(x);
  TFLL_EDGETPU_FIELD(y);
  TFLL_EDGETPU_FIELD(output);
  TFLL_EDGETPU_FIELD(count);
  TFLL_EDGETPU_FIELD(flags);
  TFLL_EDGETPU_FIELD(x_zero_point);
  TFLL_EDGETPU_FIELD(y_zero_point);
  TFLL_EDGETPU_FIELD(zero_point);
  TFLL_EDGETPU_FIELD(factor);
  TFLL_EDGETPU_FIELD(factor_shift);
  TFLL_EDGETPU_FIELD(min);
  TFLL_EDGETPU_FIELD(max);
}

template <typename S, typename F>
void VisitFieldsOf(const Extreme*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(x);
  TFLL_EDGETPU_FIELD(y);
  TFLL_EDGETPU_FIELD(output);
  TFLL_EDGETPU_FIELD(count);
  TFLL_EDGETPU_FIELD(flags);
  TFLL_EDGETPU_FIELD(min);
  TFLL_EDGETPU_FIELD(max);
}

template <typename S, typename F>
void VisitFieldsOf(const Normalize*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(input);
  TFLL_EDGETPU_FIELD(output);
  TFLL_EDGETPU_FIELD(reals);
  TFLL_EDGETPU_FIELD(rows);
  TFLL_EDGETPU_FIELD(count);
  TFLL_EDGETPU_FIELD(input_row_bytes);
  TFLL_EDGETPU_FIELD(output_row_bytes);
  TFLL_EDGETPU_FIELD(beta);
  TFLL_EDGETPU_FIELD(scale);
  TFLL_EDGETPU_FIELD(zero_point);
  TFLL_EDGETPU_FIELD(min);
  TFLL_EDGETPU_FIELD(max);
}

template <typename S, typename F>
void VisitFieldsOf(const Blend*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(input);
  TFLL_EDGETPU_FIELD(output);
  TFLL_EDGETPU_FIELD(row_taps);
  TFLL_EDGETPU_FIELD(column_taps);
  TFLL_EDGETPU_FIELD(rows);
  TFLL_EDGETPU_FIELD(columns);
  TFLL_EDGETPU_FIELD(lanes);
  TFLL_EDGETPU_FIELD(first_row);
  TFLL_EDGETPU_FIELD(first_column);
  TFLL_EDGETPU_FIELD(height);
  TFLL_EDGETPU_FIELD(width);
  TFLL_EDGETPU_FIELD(row_bytes);
  TFLL_EDGETPU_FIELD(column_bytes);
  TFLL_EDGETPU_FIELD(output_row_bytes);
  TFLL_EDGETPU_FIELD(output_column_bytes);
  TFLL_EDGETPU_FIELD(flags);
}

template <typename S, typename F>
void VisitFieldsOf(const Unitize*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(input);
  TFLL_EDGETPU_FIELD(output);
  TFLL_EDGETPU_FIELD(rows);
  TFLL_EDGETPU_FIELD(count);
  TFLL_EDGETPU_FIELD(input_row_bytes);
  TFLL_EDGETPU_FIELD(output_row_bytes);
  TFLL_EDGETPU_FIELD(flags);
  TFLL_EDGETPU_FIELD(shift_before);
  TFLL_EDGETPU_FIELD(shift_after);
  TFLL_EDGETPU_FIELD(scale);
  TFLL_EDGETPU_FIELD(input_zero_point);
  TFLL_EDGETPU_FIELD(zero_point);
  TFLL_EDGETPU_FIELD(min);
  TFLL_EDGETPU_FIELD(max);
}

template <typename S, typename F>
void VisitFieldsOf(const Narrow*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(accumulators);
  TFLL_EDGETPU_FIELD(base);
  TFLL_EDGETPU_FIELD(output);
  TFLL_EDGETPU_FIELD(rows);
  TFLL_EDGETPU_FIELD(columns);
  TFLL_EDGETPU_FIELD(lanes);
  TFLL_EDGETPU_FIELD(row_bytes);
  TFLL_EDGETPU_FIELD(flags);
  TFLL_EDGETPU_FIELD(factor);
  TFLL_EDGETPU_FIELD(factor_shift);
}

template <typename S, typename F>
void VisitFieldsOf(const Curve*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(input);
  TFLL_EDGETPU_FIELD(output);
  TFLL_EDGETPU_FIELD(count);
  TFLL_EDGETPU_FIELD(integer_bits);
  TFLL_EDGETPU_FIELD(flags);
}

template <typename S, typename F>
void VisitFieldsOf(const Mix*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(a);
  TFLL_EDGETPU_FIELD(b);
  TFLL_EDGETPU_FIELD(c);
  TFLL_EDGETPU_FIELD(d);
  TFLL_EDGETPU_FIELD(output);
  TFLL_EDGETPU_FIELD(count);
  TFLL_EDGETPU_FIELD(first_shift);
  TFLL_EDGETPU_FIELD(second_shift);
  TFLL_EDGETPU_FIELD(flags);
  TFLL_EDGETPU_FIELD(limit);
}

template <typename S, typename F>
void VisitFieldsOf(const Finish*, S& s, F f) {
  TFLL_EDGETPU_FIELD(tile);
  TFLL_EDGETPU_FIELD(x);
  TFLL_EDGETPU_FIELD(y);
  TFLL_EDGETPU_FIELD(output);
  TFLL_EDGETPU_FIELD(positions);
  TFLL_EDGETPU_FIELD(lanes);
  TFLL_EDGETPU_FIELD(row_bytes);
  TFLL_EDGETPU_FIELD(zero_point);
  TFLL_EDGETPU_FIELD(factor);
  TFLL_EDGETPU_FIELD(factor_shift);
  TFLL_EDGETPU_FIELD(min);
  TFLL_EDGETPU_FIELD(max);
}

template <typename S, typename F>
void VisitFields(S& s, F f) {
  const std::remove_const_t<S>* instruction = nullptr;
  VisitFieldsOf(instruction, s, f);
}

#undef TFLL_EDGETPU_FIELD

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_FIELDS_H_
