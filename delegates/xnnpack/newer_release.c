// A library with a function that the XNNPACK of Debian 12 lacks, for a test.
int xnn_define_tanh(void) { return 0; }
