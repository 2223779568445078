// The graph of a subject: documents as nodes, and their pairs as links.
/** More links than this are not drawn; the page says so. */
const MOST_LINKS = 2000;
/** The view opens with the best pairs, about so many. */
const FIRST_LINKS = 300;
/** Longer names are shortened in the middle: their ends tell them apart. */
const NAME_LENGTH = 40;
let graph = null;
/**
 * What the graph shows, and in which words: pairs {a, b} of numbered documents, best first; strength(p) and weight(p),
 * the width of a line, both from 0 to 1; strengthText(p); least, in percent, and first, the opening one;
 * leastText(percent); leastLabel(); partners(); label(p); pairHref(p) and nodeHref(d), empty for no link; idOf(d);
 * shortName(d); relation(degree); square(d); dashed(p); arrow(p), which is 1 from a to b, -1 from b to a, or 0;
 * onLeast(percent), called when the reader chooses.
 */
let subject = null;

function short(text) {
  const letters = [...text];
  const half = NAME_LENGTH / 2 - 1;
  return letters.length > NAME_LENGTH ? [...letters.slice(0, half), '…', ...letters.slice(-half)].join('') : text;
}

/** Returns the directory that all ids begin with, as its length: pictures leave it out. */
function commonDirectory(ids) {
  let length = ids[0].lastIndexOf('/') + 1;
  for (const id of ids) {
    while (length && !id.startsWith(ids[0].slice(0, length))) {
      length = ids[0].lastIndexOf('/', length - 2) + 1;
    }
  }
  return length;
}

/** Measures names in the font of the picture. */
const pen = document.createElement('canvas').getContext('2d');
const nameWidth = d => pen.measureText(subject.shortName(d)).width;

const percentOf = p => Math.floor(100 * subject.strength(p) + 1e-9);
/** An element that leads somewhere if there is a place to lead to. */
const linked = (href, ...children) => href ? el('a', {href}, ...children) : el('span', {}, ...children);
const nameOf = d => isolated(subject.idOf(d));

/** Shows other pairs from now on. The graph is drawn when its view is shown. */
function useGraph(next) {
  subject = next;
  graph = null;
  $('least').min = subject.least;
  $('least').value = Math.max(subject.first || 0, firstThreshold());
}

/** Returns the least strength, in whole percent, that leaves about as many links as the view opens with. */
function firstThreshold() {
  const all = subject.pairs.map(percentOf).sort((x, y) => y - x);
  return all.length > FIRST_LINKS ? Math.min(all[0], all[FIRST_LINKS] + 1) : 0;
}

/** Draws the pairs that are strong enough. Nodes are numbered in the order of the documents. */
function drawGraph() {
  const least = Number($('least').value);
  const enough = subject.pairs.filter(p => percentOf(p) >= least);
  const pairs = enough.slice(0, MOST_LINKS);
  const documents = [...new Set(pairs.flatMap(p => [p.a, p.b]))].sort((x, y) => x - y);
  const nodeOf = new Map(documents.map((d, i) => [d, i]));
  const links = pairs.map(p => [nodeOf.get(p.a), nodeOf.get(p.b)]);
  const width = $('graph-scroll').clientWidth;
  pen.font = '12px ' + getComputedStyle(document.body).fontFamily;
  const placed = layout(documents.length, links, width - 4, i => nameWidth(documents[i]));
  graph = {language, documents, pairs, nodeOf, groups: placed.groups, width, current: -1, nodes: [], lines: []};
  $('least-label').textContent = subject.leastLabel();
  $('groups-partners').textContent = subject.partners();
  const picture = $('graph-picture');
  picture.classList.remove('selecting');
  picture.setAttribute('width', Math.max(1, placed.width));
  picture.setAttribute('height', Math.max(1, placed.height));
  picture.setAttribute('viewBox', `0 0 ${Math.max(1, placed.width)} ${Math.max(1, placed.height)}`);
  const named = new Set(placed.groups.filter(g => g.length <= MOST_NAMED).flat());
  graph.lines = pairs.map((p, k) => line(p, placed.places[links[k][0]], placed.places[links[k][1]]));
  graph.nodes = documents.map((d, i) => node(d, i, placed.places[i], placed.neighbours[i].length, named.has(i)));
  picture.replaceChildren(...graph.lines, ...placed.groups.flat().map(i => graph.nodes[i]));
  graph.order = placed.groups.flat();
  if (graph.order.length) {
    graph.nodes[graph.order[0]].setAttribute('tabindex', '0');
    $('graph-scroll').scrollLeft = placed.places[graph.order[0]].x - width / 2;
  }
  $('least-value').textContent = subject.leastText(least);
  $('graph-found').textContent = [say('graph.found', {
    pairs: count(enough.length, 'pair'), all: subject.pairs.length,
    texts: count(documents.length, 'text'), groups: count(placed.groups.length, 'group'),
  })].concat(enough.length > pairs.length ? [say('graph.cut', {n: pairs.length})] : []).join(' ');
  $('graph-details').replaceChildren(say('graph.point'));
  fillGroups();
}

function line(p, from, to) {
  const at = {x1: from.x, y1: from.y, x2: to.x, y2: to.y};
  const stroke = svg('line', {...at, class: 'link', 'stroke-width': 1 + 5 * subject.weight(p)});
  if (subject.dashed(p)) {
    stroke.setAttribute('stroke-dasharray', '5 4');
  }
  const href = subject.pairHref(p);
  const label = subject.label(p);
  const parts = [svg('line', {...at, class: 'reach'}), stroke, svg('title', {}, label)];
  const direction = subject.arrow(p);
  if (direction) {
    parts.splice(2, 0, direction > 0 ? arrow(from, to) : arrow(to, from));
  }
  const a = href ? svg('a', {href, tabindex: '-1', 'aria-label': label}, ...parts)
      : svg('g', {class: 'pair', role: 'img', 'aria-label': label}, ...parts);
  a.addEventListener('mouseenter', () => details(`${subject.strengthText(p)}: `, [p]));
  return a;
}

/** Returns an arrow head in the middle of a line. */
function arrow(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.max(1, Math.hypot(dx, dy));
  const [x, y] = [6 * dx / length, 6 * dy / length];
  const [tipX, tipY] = [(from.x + to.x) / 2 + x, (from.y + to.y) / 2 + y];
  return svg('path', {class: 'arrow', d: `M${tipX} ${tipY}l${-2 * x - y} ${-2 * y + x}l${2 * y} ${-2 * x}z`});
}

function node(d, i, at, degree, named) {
  const id = subject.idOf(d);
  const shown = subject.shortName(d);
  const said = shown === id ? shown : say('graph.full', {short: shown, text: id});
  const size = 5 + Math.min(9, Math.sqrt(degree) * 1.5);
  const shape = subject.square(d)
      ? svg('rect', {x: at.x - size, y: at.y - size, width: 2 * size, height: 2 * size})
      : svg('circle', {cx: at.x, cy: at.y, r: size});
  const label = svg('text', {
    x: at.x + at.side * (size + 4), y: at.y + 4, 'text-anchor': at.side < 0 ? 'end' : 'start',
  }, shown);
  const a = svg('a', {href: subject.nodeHref(d), tabindex: '-1', class: named ? 'node named' : 'node', 'data-node': i,
    'aria-label': `${said}, ${subject.relation(degree)}`}, shape, label);
  a.addEventListener('mouseenter', () => select(i));
  a.addEventListener('focus', () => select(i));
  return a;
}

/** Shows the pairs of a node, and sets off its links and neighbours from the others. */
function select(i) {
  const d = graph.documents[i];
  graph.current = i;
  const pairs = graph.pairs.filter(p => p.a === d || p.b === d);
  const near = new Set(pairs.flatMap(p => [graph.nodeOf.get(p.a), graph.nodeOf.get(p.b)]));
  $('graph-picture').classList.add('selecting');
  graph.nodes.forEach((a, k) => {
    a.classList.toggle('near', near.has(k));
    a.setAttribute('tabindex', k === i ? '0' : '-1');
  });
  graph.lines.forEach((a, k) => a.classList.toggle('near', graph.pairs[k].a === d || graph.pairs[k].b === d));
  const start = [linked(subject.nodeHref(d), nameOf(d)), ` ${subject.relation(pairs.length)}: `];
  details(start, pairs, d);
}

/** Lists pairs below the graph, as links. With a document, only the other text of each pair is named. */
function details(start, pairs, d) {
  const parts = pairs.slice(0, 30).flatMap((p, k) => [k ? ', ' : '', linked(subject.pairHref(p),
      ...(d === undefined ? sayParts('graph.and', {a: nameOf(p.a), b: nameOf(p.b)})
          : [nameOf(p.a === d ? p.b : p.a), ` (${subject.strengthText(p)})`]))]);
  const end = pairs.length > 30 ? ` ${say('graph.more', {n: pairs.length - 30})}.` : '.';
  $('graph-details').replaceChildren(...[start].flat(), ...parts, end);
}

function onGraphKey(e) {
  const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[e.key];
  const all = graph.order.length;
  if (!all || !by && e.key !== 'Home' && e.key !== 'End') {
    return;
  }
  e.preventDefault();
  const now = Math.max(0, graph.order.indexOf(graph.current));
  graph.nodes[graph.order[e.key === 'Home' ? 0 : e.key === 'End' ? all - 1 : (now + by + all) % all]].focus();
}

/** The same as a table, made when it is opened. */
function fillGroups() {
  if (!graph || !$('groups').open) {
    return $('groups-rows').replaceChildren();
  }
  const rows = graph.groups.flatMap((group, g) => group.map(i => ({g, d: graph.documents[i]})));
  const partners = new Map(graph.documents.map(d => [d, []]));
  for (const p of graph.pairs) {
    partners.get(p.a).push(p);
    partners.get(p.b).push(p);
  }
  inPortions($('groups-rows'), rows, 500, ({g, d}) => el('tr', {}, el('td', {class: 'number'}, number(g + 1)),
      el('td', {}, linked(subject.nodeHref(d), nameOf(d))),
      el('td', {}, ...partners.get(d).flatMap((p, k) => [k ? ', ' : '', linked(subject.pairHref(p),
          nameOf(p.a === d ? p.b : p.a), ` (${subject.strengthText(p)})`)]))));
}

/** Draws the graph of the view that is shown, unless it is there in this width and language. */
function refreshGraph() {
  if (!graph || graph.width !== $('graph-scroll').clientWidth || graph.language !== language) {
    drawGraph();
  }
}

function startGraph() {
  let waiting = false;
  $('least').addEventListener('input', () => {
    subject.onLeast(Number($('least').value));
    $('least-value').textContent = subject.leastText(Number($('least').value));
    if (!waiting) {
      waiting = true;
      setTimeout(() => {
        waiting = false;
        drawGraph();
      }, 50);
    }
  });
  $('graph-picture').addEventListener('keydown', onGraphKey);
  $('groups').addEventListener('toggle', fillGroups);
}
