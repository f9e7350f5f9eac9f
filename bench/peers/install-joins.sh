#!/bin/sh
# Builds the C++ joins that `npm run bench -- joins` is measured beside, into the folder of the peers: Mann, Augsten & Bouros (allpairs,
# ppjoin, groupjoin; as chribell/gpussjoin has them, verification on the CPU put back) and HySet (allpairs, ppjoin; its
# index built without CUDA). Needs git, g++ and sparsehash (Debian: libsparsehash-dev).
# GPUSSJOIN and HYSET name other places to clone from.
set -e
here=$(cd "$(dirname "$0")/joins" && pwd)
folder=${NEARDUP_PEERS:-${TMPDIR:-/tmp}/neardup-peers}
build=$folder/joins
mkdir -p "$folder/bin"
rm -rf "$build"
git clone --quiet "${GPUSSJOIN:-https://github.com/chribell/gpussjoin}" "$build/mann"
git clone --quiet "${HYSET:-https://github.com/chribell/hyset}" "$build/hyset"
flags="-O3 -march=native -std=c++14 -w -include functional -I $here"

cd "$build/mann"
rm gpu_handler.h
for join in allpairs mpjoin; do
  sed -i "s|candidateSet.reset();|\n#include \"$join-verification.inc\"\n&|" $join.h
done
# Pairs of a group's first records were the GPU's.
sed -i 's|//handleoutput->addPair|handleoutput->addPair|; s|bool first = true|bool first = false|' groupjoin.h
sed -i 's/std::tr1::hash/std::hash/g' data.h inv_index.h
sed -i '1i #pragma once' candidateset.h
g++ $flags -DNO_STAT_COUNTERS -I . -o "$folder/bin/mann" "$here/mann.cxx" "$here/mann-groupjoin.cxx" input.cxx

cd "$build/hyset/include/hyset"
# Up to what only a GPU runs.
sed '/struct host_vector_index/,$d; /thrust/d' index.hpp > host-index.hpp
printf '}}\n#endif\n' >> host-index.hpp
sed '/namespace device/,$d' verification.hpp > host-verification.hpp
printf '}}\n#endif\n' >> host-verification.hpp
mv host-verification.hpp verification.hpp
sed -i '/cuda.runtime_api/d; /fmt.ostream/d' *.hpp
# Its reduction is the GPU's.
sed -i '/void reduce(/,$d' helpers.hpp
printf '}\n#endif\n' >> helpers.hpp
g++ $flags -I .. -o "$folder/bin/hyset" "$here/hyset.cxx"
