// Takes the place of gpussjoin's: nothing is sent to a GPU, candidates are verified where they are found.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

class GPUHandler {
public:
  template <typename Tokens> void addIndexedRecord(const Tokens &) {}
  template <typename Tokens> void addForeignRecord(const Tokens &) {}
  void transferInputCollection() {}
  void transferForeignInputCollection() {}
  void insertProbe(unsigned) {}
  void insertCandidate(unsigned) {}
  void updateProbeNumberOfCandidates() {}
  void updateMaxSetSize(unsigned) {}
  void reserveCandidateSpace() {}
  void flush() {}
  void free() {}
  std::size_t getResult() { return 0; }
};
