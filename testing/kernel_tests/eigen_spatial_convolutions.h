#ifndef TESTING_KERNEL_TESTS_EIGEN_SPATIAL_CONVOLUTIONS_H_
#define TESTING_KERNEL_TESTS_EIGEN_SPATIAL_CONVOLUTIONS_H_

// Eigen's tensors and devices. No code of this library computes with them.
#ifndef EIGEN_USE_THREADS
#define EIGEN_USE_THREADS
#endif
#include "unsupported/Eigen/CXX11/Tensor"  // IWYU pragma: export

#endif  // TESTING_KERNEL_TESTS_EIGEN_SPATIAL_CONVOLUTIONS_H_
