/** The style sheet of a report: light and dark, wide and narrow, screen and paper. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f7f7f5; --surface: #fff; --ink: #1c2330; --quiet: #5b6573; --line: #dfe1e4; --faint: #eef0f2;
  --accent: #2463b0; --accent-ink: #fff; --warm: #c2571a; --mark: #ffe3a6; --mark-line: #c98a00;
  --series-0: #1c2330; --series-1: #8a93a0; --series-2: #2a8659; --series-3: #c2571a; --series-4: #7a6a00;
  --series-5: #2463b0; --series-6: #0d8597; --series-7: #6a55c2; --series-8: #7b5038; --series-9: #c0303b;
  --series-10: #a03c8c; --series-11: #5d8a10;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11151b; --surface: #191f28; --ink: #e4e8ee; --quiet: #9ba6b4; --line: #303947; --faint: #222a35;
    --accent: #7cb0f2; --accent-ink: #10151c; --warm: #f0995e; --mark: #5a4510; --mark-line: #e0a92e;
    --series-0: #e4e8ee; --series-1: #8b96a5; --series-2: #63c795; --series-3: #f0995e; --series-4: #d1bd4c;
    --series-5: #7cb0f2; --series-6: #58c5d6; --series-7: #aa99f5; --series-8: #c99b7f; --series-9: #f2808a;
    --series-10: #df86cd; --series-11: #a9d158;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body {
  margin: 0 auto; padding: 2.5rem 1.5rem 5rem; max-width: 78rem; background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere;
}
h1, h2, h3, h4 { line-height: 1.25; margin: 0; text-wrap: balance; }
h1 { font-size: 1.75rem; font-weight: 650; letter-spacing: -0.01em; }
h2 { font-size: 1.3rem; font-weight: 650; margin-bottom: 0.75rem; }
h3 { font-size: 1.05rem; font-weight: 620; }
h4 { font-size: 0.85rem; font-weight: 550; color: var(--quiet); margin-bottom: 0.25rem; }
p { margin: 0 0 0.75rem; max-width: 46rem; }
a { color: var(--accent); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2.5px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
[hidden] { display: none !important; }
.unseen {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.skip { position: absolute; left: -100vw; top: 0.5rem; background: var(--surface); padding: 0.5rem 1rem; z-index: 2; }
.skip:focus { left: 0.5rem; }
.overline { color: var(--quiet); font-size: 0.85rem; margin: 0 0 0.15rem; }
.quiet { color: var(--quiet); font-size: 0.9rem; }
.note { border-left: 3px solid var(--warm); padding-left: 0.75rem; }
header nav { display: flex; flex-wrap: wrap; gap: 0.35rem 1.25rem; margin: 1rem 0 0; font-size: 0.92rem; }
section { margin-top: 2.75rem; }
.headline { font-size: 1.35rem; line-height: 1.4; max-width: 52rem; font-weight: 450; margin-bottom: 1.25rem; }
.detail { font-size: 0.92rem; color: var(--quiet); margin-bottom: 0.4rem; max-width: 58rem; }
.tiles {
  display: flex; flex-wrap: wrap; gap: 1px; margin: 0 0 1.25rem;
  background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow: hidden;
}
.tiles div { flex: 1 1 8.5rem; box-shadow: 0 0 0 1px var(--line); padding: 0.8rem 1rem; display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.tiles dt { font-size: 0.82rem; color: var(--quiet); line-height: 1.3; }
.tiles dd { margin: 0; white-space: nowrap; font-size: 1.4rem; font-weight: 600; font-variant-numeric: tabular-nums; line-height: 1.35; }
button, input, select { font: inherit; color: inherit; }
button, select, input:not([type="radio"], [type="checkbox"]) {
  background: var(--surface); border: 1px solid var(--line); border-radius: 6px; padding: 0.3rem 0.65rem; min-height: 2.1rem;
}
button { cursor: pointer; }
button:hover { border-color: var(--accent); }
button:disabled { opacity: 0.4; cursor: default; border-color: var(--line); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.88rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.45rem 0.7rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { font-weight: 550; color: var(--quiet); white-space: nowrap; background: var(--surface); }
tbody th { font-weight: inherit; }
.number { text-align: right; white-space: nowrap; }
tbody tr:hover { background: var(--faint); }
.methods .facts { display: block; color: var(--quiet); font-size: 0.8rem; }
.methods th .facts { margin-left: 1.2rem; }
.methods tbody th { min-width: 17rem; }
.methods th, .methods td { padding-inline: 0.55rem; }
.patterns { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; margin-bottom: 1.25rem; }
.patterns td, .patterns th { padding: 0.3rem 0.7rem; text-align: left; overflow-wrap: anywhere; }
.patterns .number { text-align: right; white-space: nowrap; }
.recommended { min-width: 46rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; margin-bottom: 1.25rem; }
.recommended td:not(.number) { min-width: 11rem; }
caption { text-align: left; color: var(--quiet); font-size: 0.88rem; padding-bottom: 0.4rem; }
.variant { font-weight: 600; }
.badge {
  display: inline-block; font-size: 0.72rem; font-weight: 550; line-height: 1.3; padding: 0.08rem 0.45rem; border-radius: 1rem;
  background: var(--faint); color: var(--quiet); vertical-align: 0.08em; white-space: nowrap;
}
table.methods { background: var(--surface); }
#methods .scroll, .members { border: 1px solid var(--line); border-radius: 8px; }
.sortable thead button {
  all: unset; cursor: pointer; font: inherit; white-space: nowrap;
}
.sortable thead button:focus-visible { outline: 2.5px solid var(--accent); outline-offset: 3px; border-radius: 3px; }
.sortable thead button:hover { color: var(--ink); text-decoration: underline; }
.sortable thead button::after { content: "↕"; opacity: 0.35; margin-left: 0.3em; }
.sortable [aria-sort="ascending"] button::after { content: "↑"; opacity: 1; }
.sortable [aria-sort="descending"] button::after { content: "↓"; opacity: 1; }
meter { width: 4.2rem; height: 0.5rem; margin-right: 0.5rem; vertical-align: 0.1em; border-radius: 3px; overflow: hidden; background: var(--faint); border: 0; appearance: none; -moz-appearance: none; }
meter::-webkit-meter-inner-element { position: relative; height: 100%; }
meter::-webkit-meter-bar { background: var(--faint); border: 0; border-radius: 3px; height: 100%; }
meter::-webkit-meter-optimum-value { background: var(--accent); }
meter::-moz-meter-bar { background: var(--accent); }
.choices { display: flex; flex-wrap: wrap; gap: 0.6rem 2rem; margin-bottom: 0.9rem; }
.choice { border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem; }
.choice legend { float: left; margin-right: 0.6rem; color: var(--quiet); font-size: 0.92rem; }
.choice input { position: absolute; opacity: 0; }
.choice span { display: block; padding: 0.2rem 0.8rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); cursor: pointer; font-size: 0.92rem; }
.choice input:checked + span { background: var(--accent); color: var(--accent-ink); border-color: var(--accent); }
.choice input:focus-visible + span { outline: 2.5px solid var(--accent); outline-offset: 2px; }
.figures { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.25rem; }
figure { margin: 0; padding: 1.1rem 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; min-width: 0; }
figure.several { grid-column: 1 / -1; }
figcaption p { font-size: 0.9rem; color: var(--quiet); margin: 0.25rem 0 0.9rem; }
figure.several .plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(24rem, 100%), 1fr)); gap: 1.25rem 2rem; }
.drawing { font-size: 12px; display: block; width: 100%; height: auto; max-width: 40rem; overflow: visible; font-family: inherit; }
.drawing text { white-space: pre; }
.drawing .dimmed { opacity: 0.09; }
.legend { display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem; margin-bottom: 0.9rem; }
.legend button { display: inline-flex; align-items: center; gap: 0.4rem; min-height: 0; padding: 0.12rem 0.65rem; font-size: 0.85rem; border-radius: 1rem; }
.legend [aria-pressed="true"] { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
.swatch { width: 0.75rem; height: 0.75rem; flex: none; }
.methods .swatch { margin-right: 0.45rem; }
.badge.chosen { background: var(--accent); color: var(--accent-ink); }
.methods.one-threshold :is(th, td):nth-child(2) { display: none; }
#curves .plots { grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); }
details.data { margin-top: 0.75rem; font-size: 0.9rem; }
details.data .scroll { max-height: 20rem; overflow: auto; margin-top: 0.5rem; }
details.data td, details.data th { padding: 0.25rem 0.7rem; }
summary { cursor: pointer; color: var(--quiet); width: fit-content; }
summary:hover { color: var(--ink); }
#filters { display: flex; flex-wrap: wrap; gap: 0.8rem 1rem; align-items: flex-end; margin: 1.1rem 0 0.6rem; }
#filters label, .range legend { font-size: 0.82rem; color: var(--quiet); }
#filters label { display: flex; flex-direction: column; gap: 0.15rem; }
#filters select, #filters input { color: var(--ink); font-size: 0.95rem; }
#filters .wide { flex: 1 1 12rem; }
#filters select { max-width: 11.5rem; }
.range { border: 0; padding: 0; margin: 0; }
.range legend { padding: 0; margin-bottom: 0.15rem; }
.range input { width: 5.2rem; }
#filter-result { margin: 0 0 0.6rem; }
.lists { max-width: none; }
.browse { display: grid; grid-template-columns: minmax(17rem, 23rem) minmax(0, 1fr); gap: 1.25rem; align-items: start; }
@media (min-width: 56.01rem) { .listing { position: sticky; top: 1rem; } }
.listing, #cluster-detail { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
#cluster-detail { padding: 1.1rem 1.25rem 1.25rem; min-height: 12rem; }
#cluster-detail .quiet { margin: 0.75rem 0 0.5rem; }
.cluster { display: flex; gap: 0.8rem; padding: 0.5rem 0.9rem; border-bottom: 1px solid var(--line); cursor: pointer; align-items: baseline; }
.cluster:hover { background: var(--faint); }
.cluster[aria-selected="true"] { background: var(--faint); box-shadow: inset 3px 0 0 var(--accent); }
.cluster:focus-visible { outline-offset: -3px; }
.cluster .size { flex: none; min-width: 2.4rem; white-space: nowrap; text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; }
.cluster .about { min-width: 0; flex: 1; }
.cluster .title, .cluster .facts { display: block; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.cluster .title { font-size: 0.92rem; }
.cluster .path { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 0.8rem; }
.facts { font-size: 0.8rem; color: var(--quiet); }
.pager { display: flex; justify-content: space-between; align-items: center; padding: 0.45rem 0.7rem; font-size: 0.85rem; color: var(--quiet); }
.pager button { min-height: 1.8rem; padding: 0 0.7rem; color: var(--ink); }
.kept { display: flex; gap: 0.7rem; align-items: baseline; margin-top: 0.7rem; }
.kept .badge { background: var(--accent); color: var(--accent-ink); }
.kept .title, .page .title { display: block; font-weight: 550; }
.page a, .kept a, .page > .name, .kept .name { font-size: 0.86rem; }
.page .name, .kept .name { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 6; overflow: hidden; }
.page .facts, .kept .facts { display: block; }
.members .similarity { white-space: nowrap; }
.members td { vertical-align: middle; }
.members td button { min-height: 1.8rem; padding: 0 0.65rem; white-space: nowrap; }
#cluster-detail > button { margin-top: 0.8rem; }
dialog { color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 10px; padding: 0 1.5rem 1.5rem; width: min(94rem, 96vw); max-width: none; max-height: 94vh; overflow: auto; }
dialog::backdrop { background: rgb(8 12 18 / 0.55); }
dialog .bar { position: sticky; top: 0; z-index: 1; display: flex; gap: 0.6rem; align-items: center; background: var(--page); padding: 1rem 0 0.7rem; }
dialog .bar h2 { margin: 0 auto 0 0; }
.steps { display: flex; gap: 0.35rem; }
#pair-verdict { margin: 0 0 0.8rem; }
#pair-numbers { display: flex; flex-wrap: wrap; gap: 0.7rem 1.9rem; margin: 0 0 1.1rem; padding: 0.8rem 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
#pair-numbers dt { font-size: 0.78rem; color: var(--quiet); }
#pair-numbers dd { margin: 0; font-weight: 550; font-variant-numeric: tabular-nums; }
.sides, #pair-heads { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.25rem; }
.sides label { display: flex; flex-direction: column; font-size: 0.78rem; color: var(--quiet); min-width: 0; }
.sides select { width: 100%; color: var(--ink); font-size: 0.92rem; }
#pair-legend { display: flex; flex-wrap: wrap; gap: 0.4rem 1.4rem; align-items: center; font-size: 0.88rem; margin: 0.9rem 0; }
#pair-legend label { margin-left: auto; }
.head { display: flex; flex-direction: column; gap: 0.1rem; min-width: 0; font-size: 0.88rem; padding: 0 0.2rem 0.6rem; }
.head .title { font-weight: 600; font-size: 1rem; }
.cut { color: var(--warm); }
#pair-texts { border: 1px solid var(--line); border-radius: 8px; background: var(--surface); overflow: hidden; }
.row { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); border-bottom: 1px solid var(--line); }
.row:last-child { border-bottom: 0; }
.cell { padding: 0.45rem 1rem; white-space: pre-wrap; font-size: 0.92rem; line-height: 1.55; unicode-bidi: isolate; }
.cell + .cell { border-left: 1px solid var(--line); }
.cell:empty { background: repeating-linear-gradient(-45deg, transparent 0 6px, var(--faint) 6px 12px); }
.same .cell { color: var(--quiet); }
.template { color: var(--quiet); font-style: italic; }
mark { background: var(--mark); color: inherit; border-bottom: 1px solid var(--mark-line); border-radius: 2px; padding: 0.05em 0; }
.more { min-height: 0; padding: 0 0.5rem; margin: 0 0.4rem; font-size: 0.8rem; color: var(--quiet); border-radius: 1rem; }
.alike > summary { padding: 0.4rem 1rem; width: auto; font-size: 0.86rem; background: var(--faint); }
.alike { border-bottom: 1px solid var(--line); }
@media (scripting: none) { #filters, .lists, .browse { display: none; } }
@media (max-width: 56rem) {
  body { padding: 1.25rem 1rem 3rem; }
  .figures, .browse { grid-template-columns: minmax(0, 1fr); }
  figure { padding: 0.9rem 0.9rem; }
}
@media (max-width: 40rem) {
  .headline { font-size: 1.15rem; }
  dialog { width: 100vw; height: 100dvh; max-height: none; border-radius: 0; border: 0; padding: 0 0.9rem 1rem; }
  dialog .bar { flex-wrap: wrap; }
  dialog .bar h2 { flex-basis: 100%; }
  .steps { margin-right: auto; }
  .row, .sides, #pair-heads { grid-template-columns: minmax(0, 1fr); }
  .cell + .cell { border-left: 0; border-top: 1px dashed var(--line); }
  .cell:empty { display: none; }
  .cell::before { content: attr(data-side); display: block; font-size: 0.72rem; color: var(--quiet); }
  .members th:nth-child(3), .members td:nth-child(3) { display: none; }
  .members meter { display: none; }
  .members th, .members td { padding: 0.45rem 0.4rem; }
  .members thead th { white-space: normal; overflow-wrap: normal; }
  .sides { gap: 0.5rem; }
}
/* a figure shrinks, and its words with it */
@media (max-width: 30rem) { .drawing { font-size: 17px; } }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media (forced-colors: active) { mark { text-decoration: underline; } meter { forced-color-adjust: none; } }
@media print {
  .lists { display: none; }
  body { max-width: none; padding: 0; background: #fff; font-size: 10pt; }
  .skip, nav, #filters, .pager, .steps, .choice, .legend, details.data:not([open]), #filter-result, .members td:last-child, .members th:last-child { display: none; }
  figure, .tiles, .row, tr { break-inside: avoid; }
  .browse { grid-template-columns: minmax(0, 1fr); }
  .scroll { overflow: visible; }
  .methods { font-size: 7.5pt; }
  .methods th, .methods td { padding: 0.25rem 0.35rem; }
  .methods tbody th { min-width: 0; }
  .methods meter, .sortable thead button::after { display: none; }
  .methods thead th { white-space: normal; }
  dialog[open] { position: static; height: auto; width: auto; border: 0; }
}
`;
