// Helpers for tests written in C.
#ifndef TESTING_C_API_C_TEST_H_
#define TESTING_C_API_C_TEST_H_

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int g_failures = 0;

// Returns whether the condition holds; if not, counts and prints it.
static int Holds(int condition, const char* text, int line) {
  if (condition) return 1;
  ++g_failures;
  printf("line %d: failed: %s\n", line, text);
  return 0;
}

// EXPECT continues the test if the condition does not hold; REQUIRE ends it.
#define EXPECT(condition) (void)Holds((condition) != 0, #condition, __LINE__)
#define REQUIRE(condition)                                \
  do {                                                    \
    if (!Holds((condition) != 0, #condition, __LINE__)) { \
      exit(EXIT_FAILURE);                                 \
    }                                                     \
  } while (0)

// Reads `count` floats from testdata/<path>, starting at byte `offset`.
static void ReadFloats(const char* path, long offset, float* out,
                       size_t count) {
  char full[512];
  snprintf(full, sizeof(full), "testing/c_api/testdata/%s", path);
  FILE* file = fopen(full, "rb");
  REQUIRE(file != NULL);
  REQUIRE(fseek(file, offset, SEEK_SET) == 0);
  REQUIRE(fread(out, sizeof(float), count, file) == count);
  fclose(file);
}

// Expects elements to be within `tolerance`, absolute and relative.
static void ExpectNear(const float* got, const float* want, size_t count,
                       float tolerance) {
  for (size_t i = 0; i < count; ++i) {
    EXPECT(fabsf(got[i] - want[i]) <= tolerance * (1.0f + fabsf(want[i])));
  }
}

// The exit status of main.
static int Result(void) {
  printf("%d failures\n", g_failures);
  return g_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif  // TESTING_C_API_C_TEST_H_
