// Packets of random cases of the kernels whose shapes have no bound: which of
// its forms a kernel takes, and what it does beside its loops, shows in nothing
// else.
//
// If kernels became slower or quicker on purpose, print the numbers by
// ./bazelw run //delegates/dsp/bench:random_packets
#include "delegates/dsp/bench/checks.h"
#include "delegates/dsp/bench/row_case.h"

namespace tflite::dsp::bench {
namespace {

constexpr int kCases = 20;
// Other versions of the compiler differ by a little.
constexpr uint32_t kSparePercent = 3, kSpare = 3;

struct Kind {
  const char* name;
  CaseResult (*run)(Arena& arena, Random& random);
  uint32_t packets[kCases];  // recorded
};

CaseResult SomeMap(Arena& arena, Random& random) {
  return RunMap(arena, random, random.In(1, 1000));
}

const Kind kKinds[] = {
    {"map ", SomeMap, {82, 59, 35, 51, 51, 82, 35, 35, 75, 59,
                       35, 27, 59, 75, 27, 27, 43, 82, 51, 75}},
    {"copy ", RunRandomCopy, {1013, 184,  221, 157, 180, 706, 45,
                              53,   2739, 959, 53,  308, 127, 60,
                              367,  51,   575, 51,  624, 171}},
    {"box ", RunRandomBox, {5184, 287,  164,  805,  19925,  6894,  55,
                            1013, 1317, 9836, 2765, 32479,  432,   995,
                            7479, 60,   9316, 1733, 145256, 435900}},
    {"take ", RunRandomTake, {91,   7007, 5704, 144, 171,   115,   166,
                              1027, 526,  9938, 176, 22338, 12205, 2253,
                              1103, 4922, 243,  109, 3198,  126}},
    {"pool ", RunRandomPool, {1573,  26515, 9659,  61624, 4920, 2775, 10245,
                              14243, 14968, 11936, 11999, 1520, 5833, 4914,
                              6809,  3608,  3681,  848,   1039, 6891}},
    {"reduce ", RunRandomReduce, {1127, 647, 877,  231, 638,  173, 10538,
                                  292,  265, 1827, 811, 1009, 453, 379,
                                  264,  380, 503,  291, 295,  291}},
    {"binary ",
     RunRandomBinary,
     {1455,  521,   31718, 155, 674,   2474,  18601, 460, 1809, 76,
      67750, 10345, 143,   76,  61378, 21047, 76,    538, 120,  3187}},
    {"arg_min_max ",
     RunRandomArgMinMax,
     {1408,  3889, 3529, 12991, 7219, 1809,   39438, 3334,   5542, 21444,
      33340, 1813, 954,  44910, 4038, 109186, 3538,  130051, 940,  8965}},
    {"softmax ", RunRandomSoftmax, {10755, 9284, 1852, 1996, 2030,  6855, 23879,
                                    1603,  977,  7613, 3042, 16742, 1188, 3489,
                                    2328,  1001, 1822, 431,  9778,  6451}},
    {"l2_normalization ",
     RunRandomL2Normalization,
     {1134, 707,  384, 316, 462, 1977, 588, 856, 313, 2025,
      375,  1430, 382, 893, 723, 433,  449, 382, 884, 1391}},
    {"resize ", RunRandomResize, {50643, 2908, 6521, 14378, 193,  13958, 3985,
                                  2091,  4025, 6951, 4943,  2476, 5003,  2051,
                                  252,   2525, 3947, 671,   2656, 9774}},
    {"transpose ",
     RunRandomTranspose,
     {8662, 2072,  7186,   185,  284, 350, 210, 4199, 16754, 24507,
      196,  17347, 116779, 2438, 251, 288, 892, 335,  511,   6816}},
    {"transpose_conv ",
     RunRandomTransposeConv,
     {13170, 15473, 100229, 75468, 18159, 11145, 22349, 9649,  52927, 10639,
      34995, 25231, 35992,  29749, 4947,  36792, 24638, 11976, 6766,  9679}},
    {"lstm ", RunRandomLstm, {23255, 13206, 16274, 56003, 27647, 47232, 13179,
                              6390,  23593, 12736, 14276, 14014, 14202, 15518,
                              21468, 9797,  71117, 19155, 85868, 72484}},
    {"svdf ", RunRandomSvdf, {8343,  1336, 4720, 4674, 3505, 17007, 3366,
                              4472,  1498, 941,  1789, 1570, 2334,  2007,
                              13036, 3535, 8846, 8967, 8428, 2912}},
};

uint32_t PacketsOf(Arena& arena, const Kind& kind, int i, bool* is_right) {
  Random random(static_cast<uint64_t>(i) * 41 + 11);
  const CaseResult result = kind.run(arena, random);
  *is_right = result.is_right;
  return result.packets;
}

}  // namespace

bool CheckRandomPackets(Arena& arena) {
  bool all = true;
  for (const Kind& kind : kKinds) {
    int failed = 0;
    for (int i = 0; i < kCases; ++i) {
      bool is_right = false;
      const uint32_t now = PacketsOf(arena, kind, i, &is_right);
      const uint32_t recorded = kind.packets[i];
      const uint32_t most = recorded + recorded * kSparePercent / 100 + kSpare;
      if (now <= most && is_right) continue;
      ++failed;
      Print("FAILED ");
      Print(kind.name);
      Print(i);
      Print(": ");
      Print(now);
      Print(" packets, recorded ");
      Print(recorded);
      Print(is_right ? "\n" : ", wrong outputs\n");
    }
    if (failed == 0) {
      Print("passed packets of random cases: ");
      Print(kind.name);
      Print("\n");
    }
    all = all && failed == 0;
  }
  return all;
}

void PrintRandomPackets(Arena& arena) {
  for (const Kind& kind : kKinds) {
    Print(kind.name);
    Print(":");
    for (int i = 0; i < kCases; ++i) {
      bool is_right = false;
      Print(i == 0 ? " " : ", ");
      Print(PacketsOf(arena, kind, i, &is_right));
    }
    Print("\n");
  }
}

}  // namespace tflite::dsp::bench
