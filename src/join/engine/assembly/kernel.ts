// The join kernel, compiled to WebAssembly; ../module.ts declares what it exports. Records are numbers in ascending
// size, tokens ranks in ascending frequency, every array an address.

export { bindExpansion, expandGroups, expandPairs, findEqual, group, loadedAhead, mostOfOneSize, placePairs, unfinishedCount } from './groups';
export { beginIndex, bindIndex, compact, fetched, mark, place } from './index';
export { beginProbe, bindProbe, candidateCount, entryCount, probe } from './probe';
export { bindBounds, bindSets, clear } from './sets';
export { bindResults, bindVerification, resultCount, verifiedCount } from './verify';
