// Memory that no machine has is refused, not reported, in programs with the
// address sanitizer that link this.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1";
}
