// A program for the Hexagon guest that runs vector kernels alone:
//   packets                prints the packets of shapes beside their bounds
//   random_packets         prints the packets of random_packets.cc
//   sweep                  the same for odd channels, extents and depths
//   check_packets          compares packets with the recorded ones
//   check_random_packets     the same for those of random_packets.cc
//   check_exact FIRST COUNT  compares with the scalar kernels
//   check_rows FIRST COUNT   the same for the kernels of row_checks.cc
//   check_edges              the same at extents that fill vectors, and for
//                            small sums; all values of functions; what the
//                            guest has in place of a C library
//   check_fuzz FIRST COUNT   the same for kernels of any parameters
#include "delegates/dsp/bench/checks.h"
#include "delegates/dsp/bench/networks.h"

namespace tflite::dsp::bench {
namespace {

bool IsEqual(const char* a, const char* b) {
  for (; *a != 0 && *a == *b; ++a, ++b) {
  }
  return *a == *b;
}

int32_t ParseNumber(const char* text) {
  int32_t number = 0;
  for (; *text >= '0' && *text <= '9'; ++text)
    number = number * 10 + *text - '0';
  return number;
}

void PrintSum(const char* name, const Sum& sum) {
  Print("| ");
  Print(name);
  Print(" | ");
  Print(sum.packets);
  Print(" | ");
  Print(sum.bound);
  Print(" |");
  PrintRatio(sum.packets, sum.bound);
  Print(" | |\n");
}

void PrintPackets(Arena& arena) {
  Print(
      "| kernel | packets | bound | ratio | weight bytes loaded |\n"
      "|---|--:|--:|--:|--:|\n");
  PrintSum("MobileNet v1, sum", RunNetwork(arena, 1, true));
  PrintSum("MobileNet v2, sum", RunNetwork(arena, 2, true));
  PrintFullyConnected(arena);
  PrintSum("odd shapes, sum", RunOddShapes(arena, true).sum);
  Print("\n| element-wise | packets per 128 |\n|---|--:|\n");
  PrintBinary(arena);
  Print("\n| packets per 128 outputs | vector | scalar |\n|---|--:|--:|\n");
  PrintRows(arena);
}

int Main(int32_t count, const char* const* arguments) {
  Arena arena;
  const char* mode = count > 1 ? arguments[1] : "";
  if (IsEqual(mode, "packets")) {
    PrintPackets(arena);
    return 0;
  }
  if (IsEqual(mode, "random_packets")) {
    PrintRandomPackets(arena);
    return 0;
  }
  if (IsEqual(mode, "sweep")) {
    RunSweep(arena, true);
    return 0;
  }
  if (IsEqual(mode, "check_packets")) {
    const bool rows = CheckRowPackets(arena);
    return CheckPackets(arena) && rows ? 0 : 1;
  }
  if (IsEqual(mode, "check_random_packets")) {
    return CheckRandomPackets(arena) ? 0 : 1;
  }
  if (IsEqual(mode, "check_edges")) {
    const bool runtime = CheckRuntime();
    const bool functions = CheckFunctions();
    const bool small = CheckSmallSums(arena);
    return CheckEdges(arena) && runtime && functions && small ? 0 : 1;
  }
  if (count == 4) {
    const int32_t first = ParseNumber(arguments[2]);
    const int32_t cases = ParseNumber(arguments[3]);
    if (IsEqual(mode, "check_exact")) {
      const bool random = CheckRandomCases(arena, first, cases);
      return CheckStrips(arena) && random ? 0 : 1;
    }
    if (IsEqual(mode, "check_rows")) {
      return CheckRandomRows(arena, first, cases) ? 0 : 1;
    }
    if (IsEqual(mode, "check_fuzz")) {
      return CheckFuzz(arena, first, cases) ? 0 : 1;
    }
  }
  Print(
      "packets, sweep, random_packets, check_packets, check_random_packets, "
      "check_edges, or check_exact, check_rows or check_fuzz FIRST COUNT\n");
  return 2;
}

}  // namespace
}  // namespace tflite::dsp::bench

// The stack as Linux hands it over: the number of arguments, then they.
extern "C" [[noreturn]] void tflite_dsp_bench_start(const int32_t* stack) {
  using namespace tflite::dsp::bench;
  Exit(Main(stack[0], reinterpret_cast<const char* const*>(stack + 1)));
}
