// mann ALGORITHM FILE: answers as measure.h says. mann ALGORITHM FILE THRESHOLD PAIRS: ranks the words of the file's lines
// itself, joins, and writes the pairs.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include "measure.h"
#include "functions.h"
#include "classes.h"
#include "input.h"
#include "allpairs.h"
#include "mpjoin.h"
#include "similarity.h"
#include "output.h"

Algorithm * groupjoin(double threshold);

static Algorithm * made(const std::string & name, double threshold) {
  if (name == "allpairs") return new AllPairs<Jaccard>(threshold);
  if (name == "ppjoin") return new MpJoin<Jaccard, PPJoinIndexPolicy>(threshold);
  if (name == "groupjoin") return groupjoin(threshold);
  std::cerr << "unknown algorithm: " << name << "\n";
  std::exit(1);
}

static void joinFile(const char * name, const char * path, double threshold, const char * to) {
  std::unique_ptr<Algorithm> join(made(name, threshold));
  get_int_records_fast records(join.get());
  tokenize_whitespace tokenizer;
  records.start<tokenize_whitespace>(path, tokenizer);
  join->preparerecords();
  join->preparefinished();
  HandleOutputPairs pairs;
  GPUHandler none;
  join->doindex(&none);
  join->dojoin(&pairs);
  std::ofstream output(to);
  for (const auto & pair : pairs.getOutput()) output << pair.first << ' ' << pair.second << '\n';
}

int main(int count, char ** values) {
  if (count == 5) {
    joinFile(values[1], values[2], std::atof(values[3]), values[4]);
    return 0;
  }
  if (count != 3) return 1;
  const Records records = readRecords(values[2]);
  answer([&](double threshold) {
    std::unique_ptr<Algorithm> join(made(values[1], threshold));
    for (const auto & tokens : records) {
      IntRecord record;
      record.tokens = tokens;
      join->addrawrecord(record);
    }
    HandleOutputPairs pairs;
    GPUHandler none;
    double startedAt = cpuMs();
    join->doindex(&none);
    join->dojoin(&pairs);
    return std::make_pair(pairs.getCount(), cpuMs() - startedAt);
  });
}
