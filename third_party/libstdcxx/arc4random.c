#define _GNU_SOURCE
#include <stdint.h>
#include <sys/random.h>

// std::random_device in libstdc++.a, which linkers keep although it is unused,
// needs this function of the C library. The C library has it since 2.36, which
// is later than all other functions that are needed.
__attribute__((visibility("hidden"))) uint32_t arc4random(void) {
  uint32_t random;
  // Up to 256 bytes are returned completely once the generator is ready.
  while (getrandom(&random, sizeof(random), 0) != sizeof(random)) {
  }
  return random;
}
