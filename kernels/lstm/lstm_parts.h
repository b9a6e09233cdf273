#ifndef KERNELS_LSTM_LSTM_PARTS_H_
#define KERNELS_LSTM_LSTM_PARTS_H_

#include "kernels/lstm/lstm.h"

// The parts that the three Bind functions are made of.

namespace tflite::kernels {

// What all LSTM operators' options say.
struct LstmOptions {
  TfLiteFusedActivation activation = kTfLiteActTanh;
  float cell_clip = 0.0f, projection_clip = 0.0f;
  bool time_major = true;
  bool asymmetric_inputs = false;
  bool diagonal = false;
};

// The basic LSTM.
StatusOr<Lstm> BindBasicLstm(const NodeView& node, const LstmOptions& options);

// Checks the options and takes them over; steps and batch from x.
Status BindLstmOptions(const NodeView& node, const LstmOptions& options,
                       Lstm* op);

// Checks one layer whose inputs are numbered: groups, shapes, states.
Status BindLstmLayer(const NodeView& node, const Lstm& op, LstmLayer* layer);

// Finds the kind from the types of x and the weights and checks those of the
// other tensors.
Status BindLstmTypes(const NodeView& node, Lstm* op);

// kInteger: factors and zero points of the one layer.
Status BindLstmFactors(const NodeView& node, Lstm* op);

}  // namespace tflite::kernels

#endif  // KERNELS_LSTM_LSTM_PARTS_H_
