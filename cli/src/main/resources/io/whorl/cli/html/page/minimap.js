// A small picture of both texts, with links between their passages.
/** Of more passages, the longest are drawn. */
const MOST_DRAWN = 2000;

function minimap() {
  const {p, a, b} = shown;
  const parts = [svg('rect', {x: 2, y: 0, width: 18, height: 1000, class: 'frame'}),
    svg('rect', {x: 80, y: 0, width: 18, height: 1000, class: 'frame'})];
  const drawn = p.passages.map((s, i) => ({s, i}))
      .sort((x, y) => y.s.words - x.s.words || x.i - y.i).slice(0, MOST_DRAWN);
  $('map').title = p.passages.length > MOST_DRAWN ? say('pair.map.longest', {n: MOST_DRAWN})
      : say('pair.map');
  for (const {s, i} of drawn) {
    const [a0, a1] = s.a.map(x => 1000 * x / Math.max(1, a.length));
    const [b0, b1] = s.b.map(x => 1000 * x / Math.max(1, b.length));
    const shape = svg('path', {d: `M2 ${a0}H20L80 ${b0}H98V${Math.max(b1, b0 + 2)}H80L20 ${Math.max(a1, a0 + 2)}H2Z`});
    shape.style.fill = `hsl(${HUES[i % HUES.length]} 65% 55%)`;
    shape.style.fillOpacity = '.7';
    shape.addEventListener('click', () => go(i));
    parts.push(shape);
  }
  for (const side of 'ab') {
    parts.push(svg('rect', {x: side === 'a' ? 0 : 78, width: 22, class: 'window', id: 'window-' + side}));
  }
  $('minimap').replaceChildren(...parts);
  windows();
}

/** Shows which part of each text is visible. */
function windows() {
  for (const side of 'ab') {
    const pane = $('pane-' + side);
    const frame = $('window-' + side);
    if (frame && pane.scrollHeight) {
      frame.setAttribute('y', 1000 * pane.scrollTop / pane.scrollHeight);
      frame.setAttribute('height', 1000 * Math.min(1, pane.clientHeight / pane.scrollHeight));
    }
  }
}
