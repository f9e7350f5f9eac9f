// A peer reads ranked records (one a line, tokens from 1) once, then joins them at each threshold that it is sent.
#pragma once
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

typedef std::vector<std::vector<unsigned>> Records;

inline Records readRecords(const char * path) {
  Records records;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    records.emplace_back();
    const char * at = line.c_str();
    for (char * end; *at != 0; at = *end == ' ' ? end + 1 : end) records.back().push_back(std::strtoul(at, &end, 10));
  }
  return records;
}

/** Processor time of this process, milliseconds. */
inline double cpuMs() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

/** Answers `pairs milliseconds` to each threshold of a line of stdin; `join` returns both. */
template <typename Join> void answer(Join join) {
  std::puts("ready");
  std::fflush(stdout);
  for (double threshold; std::scanf("%lf", &threshold) == 1;) {
    auto found = join(threshold);
    std::printf("%lu %.3f\n", (unsigned long)found.first, found.second);
    std::fflush(stdout);
  }
}
