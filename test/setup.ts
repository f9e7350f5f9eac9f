import fc from 'fast-check';

// The same cases in every run, so that a change is judged by itself; NEARDUP_SEED draws others.
fc.configureGlobal({
  seed: Number(process.env.NEARDUP_SEED ?? 20260101),
  // or an array has ten items at most, whatever its `maxLength`
  defaultSizeToMaxWhenMaxSpecified: true,
});
