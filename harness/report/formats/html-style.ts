/** The look of a page: light and dark, readable on a phone, and on paper. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c2024;--soft:#5b6570;--line:#d8dde2;--paper:#fff;--good:#0a6b3d;--bad:#a3201d;--open:#8a5a00;--same:#245a91;--special:#7a2f8a}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ec;--soft:#9aa4af;--line:#353c44;--paper:#14171a;--good:#5fcf93;--bad:#ff8a84;--open:#e9b949;--same:#8bbcf0;--special:#d79be6}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0 1rem}
h2{font-size:1.125rem;margin:2rem 0 .5rem}
.answer{font-size:1.125rem;max-width:48rem}
.warning{border-left:4px solid var(--open);padding:.25rem .75rem;max-width:48rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9375rem}
th,td{padding:.25rem .75rem .25rem 0;text-align:left;white-space:nowrap;vertical-align:top}
th{border-bottom:2px solid var(--line);font-weight:600}
tbody+tbody tr:first-child td{border-top:1px solid var(--line)}
.number{text-align:right}
.good{color:var(--good);font-weight:600}.bad{color:var(--bad);font-weight:600}.open{color:var(--open)}.same{color:var(--same)}.special{color:var(--special);font-weight:600}.quiet{color:var(--soft)}
.notes{color:var(--soft);font-size:.875rem;padding-left:1.25rem;max-width:52rem}
summary{cursor:pointer;font-weight:600;padding:.5rem 0}
@media print{.scroll{overflow:visible}details{display:block}table{font-size:.8rem}}
`.trim();
