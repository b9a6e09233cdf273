// What count_test counts: after mark 1 a loop that stores 1000 times, after
// mark 2 the same with 3000.
#include <sys/resource.h>

volatile int stored;

__attribute__((noinline)) static void Store(int n) {
  for (int i = 0; i < n; ++i) stored = i;
}

int main(void) {
  getpriority(77, 1);
  Store(1000);
  getpriority(77, 2);
  Store(3000);
  getpriority(77, 3);
  return 0;
}
