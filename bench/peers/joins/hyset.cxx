// hyset ALGORITHM FILE: answers as measure.h says.
#include "no-cuda.h"
#include <cstdlib>
#include <string>
#include <hyset/helpers.hpp>
#include <hyset/structs.hpp>
#include <hyset/containers.hpp>
#include <hyset/collection.hpp>
#include <hyset/similarity.hpp>
#include <hyset/host-index.hpp>
#include <hyset/host_algorithms.hpp>
#include "measure.h"

using hyset::index::host_array_index;
using hyset::structs::entry;
using hyset::structs::partition;

// As read_collection fills it.
static void fill(hyset::collection::host_collection & sets, const Records & records, double threshold) {
  for (const auto & tokens : records) {
    unsigned id = sets.sets.size();
    unsigned prefix = jaccard::midprefix(tokens.size(), threshold);
    sets.starts.push_back(sets.tokens.size());
    sets.sizes.push_back(tokens.size());
    sets.prefixStarts.push_back(sets.prefixes.size());
    sets.tokens.insert(sets.tokens.end(), tokens.begin(), tokens.end());
    for (unsigned i = 0; i < prefix; i++) sets.prefixes.emplace_back(tokens[i], id, i);
    std::vector<unsigned> copy = tokens;
    sets.sets.emplace_back(id, copy, prefix);
    sets.universeSize = std::max(sets.universeSize, tokens.back() + 1);
  }
}

// Instead of the sort on a GPU: entries are in the order of their sets, so that they are counted into their lists.
static host_array_index * indexed(const std::vector<entry> & entries, unsigned universe) {
  auto made = new host_array_index(universe, entries.size());
  auto ends = made->offsets->ptr.get();
  for (const entry & e : entries) ends[e.token]++;
  for (unsigned token = 1; token < universe; token++) ends[token] += ends[token - 1];
  std::vector<unsigned> places(ends, ends + universe);
  for (size_t i = entries.size(); i-- > 0;) made->index->ptr[--places[entries[i].token]] = entries[i];
  return made;
}

int main(int count, char ** values) {
  if (count != 3) return 1;
  const bool isAllPairs = std::string(values[1]) == "allpairs";
  const Records records = readRecords(values[2]);
  answer([&](double threshold) {
    hyset::collection::host_collection sets;
    fill(sets, records, threshold);
    partition all(0, 0, records.size() - 1, 0, sets.prefixes.size());
    auto pairs = std::make_shared<hyset::output::pairs_handler>();
    std::shared_ptr<hyset::output::handler> output = pairs;
    double startedAt = cpuMs();
    auto index = indexed(sets.prefixes, sets.universeSize);
    if (isAllPairs)
      hyset::algorithms::host::allpairs<partition, host_array_index, jaccard>(&all, sets, index, &all, sets, output, threshold);
    else
      hyset::algorithms::host::ppjoin<partition, host_array_index, jaccard>(&all, sets, index, &all, sets, output, threshold);
    double ms = cpuMs() - startedAt;
    delete index->offsets;
    delete index->index;
    operator delete(index);
    return std::make_pair(pairs->getCount(), ms);
  });
}
