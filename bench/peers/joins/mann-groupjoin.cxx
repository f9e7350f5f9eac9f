// Apart from the others: groupjoin_indexes.h and indexes.h define classes of one name.
#include "groupjoin.h"
#include "similarity.h"

Algorithm * groupjoin(double threshold) { return new GroupJoin<Jaccard, PPJoinIndexPolicy>(threshold); }
