/* A library that exports one of the two functions of a plugin. */
void* tflite_plugin_create_delegate(const char* const* keys,
                                    const char* const* values,
                                    unsigned long num_options,
                                    void (*report_error)(const char*)) {
  (void)keys;
  (void)values;
  (void)num_options;
  if (report_error != 0) report_error("never called");
  return 0;
}
