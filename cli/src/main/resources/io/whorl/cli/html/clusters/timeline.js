// The members of a cluster in time.
const DOT = 6;
const MOST_LABELS = 12;
/** Dots that are drawn; the table has all members. */
const MOST_DOTS = 1000;

/** Returns places of ticks: whole years, months or days, so that there are a few. */
function ticks(from, to, most) {
  const found = [];
  const start = new Date(from);
  for (const years of [1000, 500, 100, 50, 20, 10, 5, 2, 1]) {
    const first = Math.ceil(start.getUTCFullYear() / years) * years;
    const list = [];
    for (let y = first; list.length <= most; y += years) {
      const at = new Date(0).setUTCFullYear(y, 0, 1);
      if (at > to) {
        break;
      }
      if (at >= from) {
        list.push({at, text: String(y)});
      }
    }
    if (list.length > most) {
      break;
    }
    found.splice(0, found.length, ...list);
  }
  return found.length >= 2 ? found : [from, to].map(at => ({at, text: dateText(at)}))
      .filter((t, i, all) => !i || t.text !== all[0].text);
}

/** Draws a dot for each member with a date. Dots that would overlap are above each other. */
function drawTimeline(cluster, members) {
  const dated = members.ids.map((id, i) => ({id, i, at: members.dates ? members.dates[i] : null}))
      .filter(m => m.at !== null && m.at !== undefined).sort((x, y) => x.at - y.at || x.i - y.i);
  $('timeline').hidden = dated.length < 1;
  if (!dated.length) {
    return;
  }
  const without = members.ids.length - dated.length;
  const drawn = dated.slice(0, MOST_DOTS);
  const [from, to] = [drawn[0].at, drawn[drawn.length - 1].at];
  const range = from === to ? `All dates are ${dateText(from)}.` : `${dateText(from)} to ${dateText(to)}.`;
  $('timeline-text').textContent = range
      + (without ? ` ${count(without, 'member')} without a date.` : '')
      + (drawn.length < dated.length ? ` The first ${number(drawn.length)} of ${number(dated.length)} are drawn.` : '');
  const picture = $('timeline-picture');
  const width = Math.max(280, picture.parentElement.clientWidth - 4);
  const margin = 40;
  const x = at => from === to ? width / 2 : margin + (width - 2 * margin) * (at - from) / (to - from);
  const named = drawn.length <= MOST_LABELS;
  const step = named ? 20 : 2 * DOT + 2;
  const levels = [];
  const dots = drawn.map(m => {
    const room = named ? 14 + 7 * shortName(m.i).length : 2 * DOT + 1;
    const right = named && x(m.at) + room < width;
    const [left, end] = named && !right ? [x(m.at) - room, x(m.at) + DOT] : [x(m.at) - DOT, x(m.at) - DOT + room];
    let level = levels.findIndex(taken => taken.every(([l, r]) => left > r || end < l));
    if (level < 0) {
      level = levels.length;
      levels.push([]);
    }
    levels[level].push([left, end]);
    return {m, level, right};
  });
  const base = levels.length * step + 10;
  const parts = [svg('line', {x1: 0, x2: width, y1: base, y2: base, class: 'axis'})];
  for (const t of ticks(from, to, Math.max(2, Math.floor(width / 90)))) {
    const anchor = x(t.at) < 60 ? 'start' : x(t.at) > width - 60 ? 'end' : 'middle';
    parts.push(svg('line', {x1: x(t.at), x2: x(t.at), y1: base, y2: base + 5, class: 'axis'}),
        svg('text', {
          x: anchor === 'start' ? Math.max(2, x(t.at) - margin)
              : anchor === 'end' ? Math.min(width - 2, x(t.at) + margin) : x(t.at),
          y: base + 19, 'text-anchor': anchor, class: 'tick'}, t.text));
  }
  dots.forEach(({m, level, right}, k) => {
    const y = base - 12 - level * step;
    const label = `${m.id}, ${dateText(m.at)}`;
    const a = svg('a', {href: `#cluster-${cluster.number}-${m.i + 1}`, 'aria-label': label, class: 'node',
      tabindex: k ? '-1' : '0'}, svg('circle', {cx: x(m.at), cy: y, r: DOT}), svg('title', {}, label));
    if (named) {
      a.append(svg('text', {x: x(m.at) + (right ? DOT + 3 : -DOT - 3), y: y + 4, 'text-anchor': right ? 'start' : 'end',
        class: 'shown'}, shortName(m.i)));
    }
    parts.push(a);
  });
  picture.setAttribute('width', width);
  picture.setAttribute('height', base + 26);
  picture.replaceChildren(...parts);
}

function onTimelineKey(e) {
  const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[e.key];
  const all = [...$('timeline-picture').querySelectorAll('a')];
  const next = e.key === 'Home' ? 0 : e.key === 'End' ? all.length - 1 : all.indexOf(e.target.closest('a')) + by;
  if (all.length && Number.isInteger(next)) {
    e.preventDefault();
    all.forEach(a => a.setAttribute('tabindex', '-1'));
    const a = all[(next + all.length) % all.length];
    a.setAttribute('tabindex', '0');
    a.focus();
  }
}
