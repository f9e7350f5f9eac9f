// What HySet's headers name of CUDA and fmt, without either.
#pragma once
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <vector>
#define __host__
#define __device__
#define __forceinline__ inline

namespace cuda {
namespace memory {
namespace managed {
template <typename T> using unique_ptr = std::unique_ptr<T>;
template <typename T> std::unique_ptr<T> make_unique(std::size_t length) {
  return std::unique_ptr<T>(new typename std::remove_extent<T>::type[length]());
}
}
struct region { void * at; std::size_t bytes; };
inline void zero(region r) { std::memset(r.at, 0, r.bytes); }
inline void copy(void * to, const void * from, std::size_t bytes) { std::memcpy(to, from, bytes); }
}
}

namespace fmt {
template <typename... Arguments> void print(Arguments &&...) {}
}
