// Ends with 0 if the switch of planted bugs works without a C library, as
// mutants_test.cc expects of it with one.
#include "testing/mutants/mutants.inc"

namespace {

int Faults() {
  using tfll_mutants::M;
  int faults = 0;
  if (!tfll_mutants::On(7) || tfll_mutants::On(8)) faults |= 1;
  if (2 + M<8>() + 3 != 5 || 2 + M<7>() + 3 != 2) faults |= 2;
  return faults;
}

}  // namespace

extern "C" [[noreturn]] void tfll_mutants_start() {
  for (;;) tfll_mutants::Call(94, Faults(), 0, 0, 0);  // exit_group
}

asm(".globl _start\n"
    ".type _start, @function\n"
    "_start:\n"
    "  { call tfll_mutants_start }\n");
