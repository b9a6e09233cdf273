// Which inputs of a node may be absent together.
#include <set>
#include <string>
#include <vector>

#include "kernels/lstm/lstm.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

using Absent = std::set<int>;

// An input of a layer's own block, 1 to 17, of one cell.
void AddWeights(OpTest& test, int i) {
  if (i <= 8 || i == 16) {
    test.Const<float>({1, 1}, {0});
  } else {
    test.Const<float>({1}, {0});
  }
}

// UNIDIRECTIONAL_SEQUENCE_LSTM with all inputs but these: an error, or "".
std::string ErrorOfOne(const Absent& absent) {
  OpTest test;
  for (int i = 0; i < 24; ++i) {
    if (absent.count(i) != 0) {
      test.NoInput();
    } else if (i == 0) {
      test.Input<float>({1, 1, 1}, {0});
    } else if (i < 18) {
      AddWeights(test, i);
    } else if (i < 20) {
      test.Variable<float>({1, 1}, {0});
    } else {
      test.Const<float>({1}, {1});
    }
  }
  TfLiteUnidirectionalSequenceLSTMParams params{};
  params.activation = kTfLiteActTanh;
  test.Output<float>().Params(params);
  return std::string(
      test.Bound(&BindUnidirectionalSequenceLstm).status().message());
}

// The same of BIDIRECTIONAL_SEQUENCE_LSTM.
std::string ErrorOfBoth(const Absent& absent) {
  OpTest test;
  for (int i = 0; i < 48; ++i) {
    if (absent.count(i) != 0) {
      test.NoInput();
    } else if (i == 0 || i == 39) {
      test.Input<float>({1, 1, 1}, {0});
    } else if (i < 35) {
      AddWeights(test, i < 18 ? i : i - 17);
    } else if (i < 39) {
      test.Variable<float>({1, 1}, {0});
    } else {
      test.Const<float>({1, 1}, {0});
    }
  }
  TfLiteBidirectionalSequenceLSTMParams params{};
  params.activation = kTfLiteActTanh;
  test.Output<float>().Output<float>().Params(params);
  return std::string(
      test.Bound(&BindBidirectionalSequenceLstm).status().message());
}

struct Case {
  Absent absent;
  const char* error;  // "": none
};

void ExpectErrors(std::string (*error_of)(const Absent&),
                  const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const std::string error = error_of(c.absent);
    const std::string first =
        c.absent.empty() ? "all are there" : std::to_string(*c.absent.begin());
    if (c.error[0] == 0) {
      EXPECT_EQ(error, "") << first;
    } else {
      EXPECT_NE(error.find(c.error), std::string::npos)
          << first << ": " << error;
    }
  }
}

TEST(LstmGroups, OfOneLayer_C4) {
  const char* const no_gate =
      "C4: there is no input gate for the tensors of one";
  const char* const part = "C4: the input gate lacks a tensor";
  const char* const peephole =
      "C4: some gates have peephole weights, others not";
  const char* const norm = "C4: some gates are normalized, others not";
  ExpectErrors(ErrorOfOne,
               {{{}, ""},
                // The input gate, with its peephole weights and coefficients.
                {{1, 5, 9, 12, 20}, ""},
                {{1, 5, 12, 20}, no_gate},
                {{1, 5, 9, 12}, no_gate},
                {{1, 9, 20}, part},
                {{5, 9, 20}, part},
                {{9, 12, 20}, part},
                {{1, 5, 9, 20}, part},
                {{1, 9, 12, 20}, part},
                {{2}, "C4: the forget gate lacks a tensor"},
                {{7}, "C4: the cell gate lacks a tensor"},
                {{15}, "C4: the output gate lacks a tensor"},
                {{9, 10, 11}, ""},
                {{9}, peephole},
                {{10}, peephole},
                {{11}, peephole},
                {{20, 21, 22, 23}, ""},
                {{20}, norm},
                {{21}, norm},
                {{22}, norm},
                {{23}, norm},
                {{17}, ""},
                {{16, 17}, ""},
                {{16}, "C4: a projection bias without projection weights"}});
}

TEST(LstmGroups, OfAuxiliaryWeights_C4) {
  const char* const some = "C4: some gates have auxiliary weights, others not";
  const char* const no_input =
      "C4: auxiliary weights without an auxiliary input";
  ExpectErrors(
      ErrorOfBoth,
      {{{}, ""},
       {{39, 40, 41, 42, 43, 44, 45, 46, 47}, ""},
       // Of one of the layers, whichever it is.
       {{40, 41, 42, 43}, ""},
       {{44, 45, 46, 47}, ""},
       {{39}, no_input},
       {{39, 40, 41, 42, 43}, no_input},
       {{40}, some},
       {{41}, some},
       {{43}, some},
       {{46}, some},
       {{1, 5, 9, 12, 40}, ""},
       {{1, 5, 9, 12}, "C4: there is no input gate for the tensors of one"}});
}

}  // namespace
}  // namespace tflite::kernels
