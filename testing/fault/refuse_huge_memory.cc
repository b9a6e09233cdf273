// With the address sanitizer, in programs that link this: a request for more
// memory than exists returns null instead of being reported as an error.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1";
}
