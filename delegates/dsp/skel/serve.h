#ifndef DELEGATES_DSP_SKEL_SERVE_H_
#define DELEGATES_DSP_SKEL_SERVE_H_

namespace tflite::dsp {

// Answers the calls that come through a pipe until it ends. 0, or 1 after a
// message that makes no sense.
int Serve(int in, int out);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_SERVE_H_
