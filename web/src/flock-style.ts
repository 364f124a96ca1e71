// The style of <quelea-flock>, inside its shadow root.

export const STYLE = `
  :host { display: block; position: relative; font: 13px/1.4 system-ui, sans-serif; color-scheme: light dark;
    --line: light-dark(#d8d3c8, #2a3442); --surface: light-dark(#fdfcfa, #12171f); --text: light-dark(#22262c, #e8edf4);
    --muted: light-dark(#666258, #93a0b1); --accent: light-dark(#0b6e99, #56b4e9); color: var(--text); }
  :host([theme=light]) { color-scheme: light; }
  :host([theme=dark]) { color-scheme: dark; }
  :host([hidden]), [hidden] { display: none !important; }
  .box { border: 1px solid var(--line); border-radius: 10px; overflow: hidden; background: var(--surface); }
  .scene { position: relative; aspect-ratio: var(--flock-ratio, 16 / 10); }
  canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: pan-y; display: block; }
  canvas.three { cursor: grab; }
  canvas.three:active { cursor: grabbing; }
  canvas:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
  .bar { position: absolute; right: 6px; bottom: 6px; display: flex; gap: 4px; }
  button, select { font: inherit; color: inherit; background: color-mix(in srgb, var(--surface) 85%, transparent); border: 1px solid var(--line);
    border-radius: 7px; min-width: 32px; min-height: 32px; cursor: pointer; padding: 2px 8px; }
  select { padding: 2px 2px 2px 6px; }
  button:focus-visible, input:focus-visible, select:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
  .controls, .measures { display: grid; gap: 6px; padding: 9px 12px; border-top: 1px solid var(--line); }
  .controls:empty, .measures:empty, .error:empty { display: none; }
  .slider, .measure { display: grid; grid-template-columns: minmax(90px, 38%) 1fr 44px; gap: 8px; align-items: center; }
  output { text-align: right; font-variant-numeric: tabular-nums; }
  input { accent-color: var(--accent); margin: 0; }
  input[type=range] { width: 100%; min-height: 24px; }
  input[type=radio], input[type=checkbox] { width: 18px; height: 18px; flex: none; }
  fieldset { border: 0; margin: 0; padding: 0; min-width: 0; display: grid; grid-template-columns: minmax(90px, 38%) 1fr; gap: 8px; }
  legend { float: left; padding: 3px 0; }
  legend:empty { display: none; }
  legend:empty + .choices { grid-column: 1 / -1; }
  .choices { display: flex; flex-wrap: wrap; gap: 0 14px; }
  .choices label, .flag { display: flex; gap: 6px; align-items: center; min-height: 26px; }
  .measure svg { width: 100%; height: 24px; display: block; }
  polyline { fill: none; stroke: var(--accent); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
  .empty .scene { display: none; }
  .error { margin: 0; padding: 10px 12px; white-space: pre-wrap; }
  @media print { .bar { display: none; } }
`;
