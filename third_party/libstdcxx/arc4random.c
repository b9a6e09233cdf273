#define _GNU_SOURCE
#include <stdint.h>
#include <sys/random.h>

// libstdc++.a has std::random_device, which linkers keep though nobody calls
// it, and takes this function from the C library, where it is newer (2.36) than
// anything else that is needed.
__attribute__((visibility("hidden"))) uint32_t arc4random(void) {
  uint32_t random;
  // Up to 256 bytes come whole once the kernel's generator is ready.
  while (getrandom(&random, sizeof(random), 0) != sizeof(random)) {
  }
  return random;
}
