/** The look of a page: light and dark, readable on a phone, and on paper. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c2024;--soft:#5b6570;--line:#d8dde2;--paper:#fff;--tint:#f4f6f8;--good:#0a6b3d;--bad:#a3201d;--open:#8a5a00;--same:#245a91;--special:#7a2f8a;--s0:#245a91;--s1:#7fb0e0;--s2:#0f766e;--s3:#8fd0c4;--s4:#7a5ea8;--s5:#c9b8e8}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ec;--soft:#9aa4af;--line:#353c44;--paper:#14171a;--tint:#1d2126;--good:#5fcf93;--bad:#ff8a84;--open:#e9b949;--same:#8bbcf0;--special:#d79be6;--s0:#8bbcf0;--s1:#2f5f94;--s2:#5ecfc0;--s3:#1f6f66;--s4:#c3aef0;--s5:#5f4a8a}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0 1rem;overflow-wrap:anywhere}
h2{font-size:1.125rem;line-height:1.3;margin:2.5rem 0 .5rem;overflow-wrap:anywhere}
p,li,figcaption{overflow-wrap:anywhere}
a{color:var(--same)}
nav ol{display:flex;flex-wrap:wrap;gap:.125rem 1.25rem;list-style:none;margin:1rem 0 0;padding:0;font-size:.9375rem}
.answer{font-size:1.125rem;max-width:48rem}
.warning{border-left:4px solid var(--open);padding:.25rem .75rem;max-width:48rem}
.scroll{overflow-x:auto}
.scroll:focus-visible,button:focus-visible,select:focus-visible,input:focus-visible,summary:focus-visible,a:focus-visible{outline:3px solid var(--same);outline-offset:2px}
.long{max-height:80vh;overflow:auto;content-visibility:auto;contain-intrinsic-size:auto 80vh;border:1px solid var(--line);border-radius:4px;padding-left:.5rem}
.long thead th{position:sticky;top:0;background:var(--paper);z-index:1;box-shadow:0 2px 0 var(--line);border:0}
.unprinted{display:none}
section+section{margin-top:1rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9375rem}
th,td{padding:.25rem .75rem .25rem 0;text-align:left;white-space:nowrap;vertical-align:top;font-weight:400}
thead th{border-bottom:2px solid var(--line);font-weight:600}
tbody+tbody tr:first-child>*{border-top:1px solid var(--line)}
th.number,td.number{text-align:right}
.good,.tone-good{color:var(--good);font-weight:600}.bad,.tone-bad{color:var(--bad);font-weight:600}.open,.tone-open{color:var(--open)}.same,.tone-same{color:var(--same)}.special,.tone-special{color:var(--special);font-weight:600}.quiet,.tone-quiet{color:var(--soft)}
.notes{color:var(--soft);font-size:.875rem;padding-left:1.25rem;max-width:52rem}
summary{cursor:pointer;padding:.125rem 0}section>details>summary{font-weight:600;padding:.5rem 0}
td pre{margin:.25rem 0;font:.8125rem/1.5 ui-monospace,monospace;white-space:pre-wrap;max-width:44rem;min-width:16rem;overflow-wrap:anywhere}
thead button{all:unset;cursor:pointer;font-weight:600}thead button::after{content:" ↕";color:var(--soft)}
[aria-sort=ascending] button::after{content:" ↑"!important;color:inherit}[aria-sort=descending] button::after{content:" ↓"!important;color:inherit}
.controls{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;margin:.5rem 0;font-size:.875rem}
.controls label{display:grid;gap:.125rem;color:var(--soft)}
.controls select,.controls input{font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--soft);border-radius:4px;padding:.25rem .5rem;min-height:2.25rem;max-width:14rem}
figure{margin:1rem 0}figcaption{color:var(--soft);font-size:.875rem;max-width:48rem}
figure svg{display:block;max-width:100%;height:auto}.narrow{display:none}.narrow svg{width:100%;max-width:30rem}.narrow text:not(.inside){paint-order:stroke;stroke:var(--paper);stroke-width:3px}
@media screen and (max-width:42rem){.wide{display:none}.narrow{display:block}}
svg text{font:12.5px system-ui,sans-serif;fill:currentColor}svg .axis text,svg .quiet,svg text.quiet{fill:var(--soft);font-weight:400}svg .heading{font-weight:600}
svg .figure{font-variant-numeric:tabular-nums}svg text.word{font-weight:600}
.grid{stroke:var(--line)}.rule{stroke:var(--soft)}.zero{stroke:var(--ink);stroke-width:1.5}.band{fill:var(--same);fill-opacity:.13}.limit{stroke:var(--bad);stroke-width:2;stroke-dasharray:3 3}
.interval{stroke:currentColor;stroke-width:2.5}.whisker{stroke:var(--soft);stroke-width:1.5}
.mark path{fill:currentColor}.mark.hollow path{fill:var(--paper);stroke:currentColor;stroke-width:2}
.bars{stroke:var(--same);fill:none}.mean{stroke:var(--ink);stroke-dasharray:6 4;stroke-width:1.5}.front{stroke:var(--same);fill:none;stroke-width:1.5;stroke-dasharray:2 4}
.seen{stroke:var(--same);fill:none;stroke-width:2}.unseen{stroke:var(--open);fill:none;stroke-width:2;stroke-dasharray:6 4}.dead{fill:var(--soft);fill-opacity:.3}.sometimes{fill:var(--same);fill-opacity:.25}.always{fill:var(--same);fill-opacity:.65}
.link{stroke:var(--ink);stroke-width:2}.has{fill:var(--ink)}.lacks{fill:var(--paper);stroke:var(--line);stroke-width:2}.stripe{fill:var(--tint)}
.cell{fill:var(--same)}.best{stroke:var(--ink);stroke-width:2.5}
.shade-0{fill:var(--s0)}.shade-1{fill:var(--s1)}.shade-2{fill:var(--s2)}.shade-3{fill:var(--s3)}.shade-4{fill:var(--s4)}.shade-5{fill:var(--s5)}
svg text.inside{fill:var(--paper);font-weight:700;paint-order:stroke;stroke:var(--ink);stroke-width:2.5px;stroke-opacity:.55}
@media print{:root{color-scheme:light}body{font-size:11pt}main{max-width:none;padding:0}nav,.controls{display:none}.scroll,.long{overflow:visible;max-height:none;border:0;padding:0}.long:not(.few){display:none}.long:not(.few)+.unprinted{display:block}table{font-size:8pt}figure,tr{break-inside:avoid}h2{break-after:avoid}figure svg{width:100%}}
`.trim();
