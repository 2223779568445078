'use strict';
(() => {
  const HUES = [210, 35, 130, 330, 270, 175, 60, 0];
  const KINDS = ['verbatim', 'reworded', 'summary'];
  const RUN = 3;
  const SPACELESS = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
  const WORD = new RegExp(`[${SPACELESS}]|(?:(?![${SPACELESS}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');
  const SVG = 'http://www.w3.org/2000/svg';
  const $ = id => document.getElementById(id);
  const texts = new Map();
  let data;
  let shown = null;
  let current = -1;

  /** Makes an element. Strings become text nodes, so that nothing of a document is read as markup. */
  function el(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      e.setAttribute(key, value);
    }
    e.append(...children);
    return e;
  }

  const name = d => el('bdi', {}, data.documents[d].id);
  const percent = share => (share > 0 && share < 0.01 ? '< 1' : Math.round(100 * share)) + ' %';
  const number = n => n.toLocaleString('en');
  const count = (n, thing) => number(n) + ' ' + thing + (n === 1 ? '' : 's');

  async function inflate(id) {
    const binary = atob($(id).textContent.trim());
    const bytes = Uint8Array.from(binary, c => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new TextDecoder('utf-8', {ignoreBOM: true}).decode(await new Response(stream).arrayBuffer());
  }

  /** Keeps the texts that were viewed last. */
  async function text(d) {
    const found = texts.get(d) || await inflate('text-' + d);
    texts.delete(d);
    texts.set(d, found);
    if (texts.size > 8) {
      texts.delete(texts.keys().next().value);
    }
    return found;
  }

  function announce(message) {
    $('live').textContent = message;
  }

  // ---- the list of pairs ----

  function shareCell(share) {
    const bar = el('span', {class: 'share', 'aria-hidden': 'true'}, el('span'));
    bar.firstChild.style.width = Math.round(100 * share) + '%';
    return el('td', {class: 'number'}, bar, percent(share));
  }

  const ORDERS = {
    words: (x, y) => y.words - x.words || x.rank - y.rank,
    shareA: (x, y) => y.shareA - x.shareA || x.rank - y.rank,
    shareB: (x, y) => y.shareB - x.shareB || x.rank - y.rank,
    passages: (x, y) => y.passages.length - x.passages.length || x.rank - y.rank,
  };
  let order = 'words';

  function list() {
    const wanted = $('filter').value.toLowerCase();
    const pairs = data.pairs.filter(p => !wanted
        || data.documents[p.a].id.toLowerCase().includes(wanted)
        || data.documents[p.b].id.toLowerCase().includes(wanted)).sort(ORDERS[order]);
    const rows = document.createDocumentFragment();
    for (const p of pairs) {
      rows.append(el('tr', {},
          el('td', {class: 'number'}, el('a', {href: '#pair-' + p.rank, 'aria-label': 'Show pair ' + p.rank}, String(p.rank))),
          el('td', {}, el('a', {href: '#text-' + p.a}, name(p.a))), shareCell(p.shareA),
          el('td', {}, el('a', {href: '#text-' + p.b}, name(p.b)), data.documents[p.b].reference ? ' (reference)' : ''),
          shareCell(p.shareB),
          el('td', {class: 'number'}, number(p.words)),
          el('td', {class: 'number'}, number(p.passages.length))));
    }
    $('pairs').replaceChildren(rows);
    for (const b of document.querySelectorAll('th button')) {
      const th = b.parentNode;
      if (b.dataset.order === order) {
        th.setAttribute('aria-sort', 'descending');
      } else {
        th.removeAttribute('aria-sort');
      }
    }
    $('found').textContent = count(pairs.length, 'pair') + (wanted ? ' of ' + number(data.pairs.length) : '');
  }

  function histogram() {
    const bins = new Array(10).fill(0);
    for (const p of data.pairs) {
      bins[Math.min(9, Math.floor(10 * Math.max(p.shareA, p.shareB)))]++;
    }
    const most = Math.max(1, ...bins);
    $('histogram').replaceChildren(...bins.map((n, i) => {
      const bar = el('span');
      bar.style.height = 70 * n / most + '%';
      const range = `${10 * i}–${10 * i + 10} %`;
      return el('li', {}, el('span', {class: 'away'}, `${range}: ${count(n, 'pair')}`),
          el('b', {'aria-hidden': 'true'}, n ? number(n) : ''), bar, el('i', {'aria-hidden': 'true'}, `${10 * i}–${10 * i + 10}`));
    }));
    for (const bar of $('histogram').querySelectorAll('b, i')) {
      bar.style.font = 'inherit';
    }
  }

  function overview() {
    const references = data.documents.filter(d => d.reference).length;
    $('summary').textContent = count(data.documents.length - references, 'document')
        + (references ? ', ' + count(references, 'reference document') : '')
        + '; ' + count(data.total, 'pair') + ' with shared passages'
        + (data.total > data.pairs.length ? `, of which the first ${number(data.pairs.length)} are shown` : '') + '.';
    histogram();
    list();
  }

  // ---- texts with marked passages ----

  function words(text, from, to) {
    const found = [];
    WORD.lastIndex = 0;
    for (const m of text.slice(from, to).matchAll(WORD)) {
      found.push({from: from + m.index, to: from + m.index + m[0].length, word: m[0].toLowerCase()});
    }
    return found;
  }

  /** Returns the places of the words that are in a run of equal words in both passages. */
  function verbatim(mine, others) {
    const run = Math.min(RUN, mine.length, others.length);
    const runs = new Set();
    for (let i = 0; run && i + run <= others.length; i++) {
      runs.add(others.slice(i, i + run).map(w => w.word).join(' '));
    }
    const equal = new Array(mine.length).fill(false);
    for (let i = 0; run && i + run <= mine.length; i++) {
      if (runs.has(mine.slice(i, i + run).map(w => w.word).join(' '))) {
        equal.fill(true, i, i + run);
      }
    }
    const spans = [];
    for (let i = 0; i < mine.length; i++) {
      if (equal[i]) {
        const start = mine[i].from;
        while (i + 1 < mine.length && equal[i + 1]) {
          i++;
        }
        spans.push([start, mine[i].to]);
      }
    }
    return spans;
  }

  /**
   * Fills a pane. Passages are {from, to, hue, equal, label, open}, in order, without overlaps; template spans are text
   * that everyone was given.
   */
  function fill(pane, text, passages, template) {
    const out = document.createDocumentFragment();
    let at = 0;
    let given = 0;
    const plain = (parent, to) => {
      while (given < template.length && template[given][1] <= at) {
        given++;
      }
      while (given < template.length && template[given][0] < to) {
        const [from, end] = template[given];
        parent.append(text.slice(at, Math.max(at, from)));
        at = Math.max(at, from);
        parent.append(el('s', {class: 'given', title: 'Text that everyone was given'}, text.slice(at, Math.min(end, to))));
        at = Math.min(end, to);
        if (end > to) {
          return;
        }
        given++;
      }
      parent.append(text.slice(at, to));
      at = to;
    };
    for (const p of passages) {
      if (p.to <= at) {
        continue;
      }
      plain(out, Math.max(at, p.from));
      const mark = el('mark', {tabindex: '0', role: 'button', 'data-passage': p.index},
          el('span', {class: 'away'}, p.label + ': '));
      mark.style.setProperty('--h', p.hue);
      for (const [from, to] of p.equal) {
        if (to > at) {
          plain(mark, Math.max(at, from));
          const u = el('u');
          plain(u, to);
          mark.append(u);
        }
      }
      plain(mark, p.to);
      mark.addEventListener('click', p.open);
      mark.addEventListener('keydown', e => {
        if (e.key === 'Enter' || e.key === ' ') {
          e.preventDefault();
          p.open();
        }
      });
      out.append(mark);
    }
    plain(out, text.length);
    pane.replaceChildren(out);
    pane.scrollTop = 0;
  }

  const template = d => data.documents[d].template || [];

  async function pair(rank) {
    const p = data.pairs[rank - 1];
    if (!p) {
      return show('overview');
    }
    const [a, b] = [await text(p.a), await text(p.b)];
    const marks = {a: [], b: []};
    p.passages.forEach((s, i) => {
      const [wa, wb] = [words(a, s.a[0], s.a[1]), words(b, s.b[0], s.b[1])];
      const label = `Passage ${i + 1} of ${p.passages.length}, ${KINDS[s.kind]}, ${count(s.words, 'word')}`;
      const common = {index: i, hue: HUES[i % HUES.length], label};
      marks.a.push({...common, from: s.a[0], to: s.a[1], equal: verbatim(wa, wb), open: () => go(i, 'b')});
      marks.b.push({...common, from: s.b[0], to: s.b[1], equal: verbatim(wb, wa), open: () => go(i, 'a')});
    });
    for (const side of 'ab') {
      const d = p[side];
      marks[side].sort((x, y) => x.from - y.from || y.to - x.to);
      $('name-' + side).replaceChildren(el('a', {href: '#text-' + d}, name(d)),
          ` ${percent(side === 'a' ? p.shareA : p.shareB)} of ${count(data.documents[d].words, 'word')}`);
      $('pane-' + side).setAttribute('aria-label', 'Text of ' + data.documents[d].id);
      fill($('pane-' + side), side === 'a' ? a : b, marks[side], template(d));
    }
    $('pair-title').textContent = `Pair ${rank}: ${count(p.words, 'word')} in ${count(p.passages.length, 'passage')}`;
    show('pair');
    shown = {p, lengths: [a.length, b.length]};
    current = -1;
    minimap();
    if (p.passages.length) {
      go(0);
    }
  }

  const markOf = (side, i) => $('pane-' + side).querySelector(`mark[data-passage="${i}"]`);

  /** Makes a passage the current one, and scrolls both texts to it, or one of them. */
  function go(i, only) {
    current = i;
    for (const m of document.querySelectorAll('mark.current')) {
      m.classList.remove('current');
    }
    for (const side of 'ab') {
      const mark = markOf(side, i);
      if (mark) {
        mark.classList.add('current');
        if (!only || only === side) {
          const pane = $('pane-' + side);
          const top = mark.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
          pane.scrollTop = Math.max(0, top - pane.clientHeight / 5);
        }
      }
    }
    const s = shown.p.passages[i];
    $('position').textContent = `Passage ${i + 1} of ${shown.p.passages.length}: ${KINDS[s.kind]}, ${count(s.words, 'word')}`;
  }

  function step(by) {
    const all = shown ? shown.p.passages.length : 0;
    if (all) {
      go((current + by + all) % all);
    }
  }

  function svg(name, attributes) {
    const e = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) {
      e.setAttribute(key, value);
    }
    return e;
  }

  function minimap() {
    const map = $('minimap');
    const parts = [svg('rect', {x: 2, y: 0, width: 18, height: 1000, class: 'frame'}),
        svg('rect', {x: 80, y: 0, width: 18, height: 1000, class: 'frame'})];
    shown.p.passages.forEach((s, i) => {
      const [a0, a1] = s.a.map(x => 1000 * x / shown.lengths[0]);
      const [b0, b1] = s.b.map(x => 1000 * x / shown.lengths[1]);
      const shape = svg('path', {d: `M2 ${a0}H20L80 ${b0}H98V${Math.max(b1, b0 + 2)}H80L20 ${Math.max(a1, a0 + 2)}H2Z`});
      shape.style.fill = `hsl(${HUES[i % HUES.length]} 65% 55%)`;
      shape.style.fillOpacity = '.7';
      shape.addEventListener('click', () => go(i));
      parts.push(shape);
    });
    for (const side of 'ab') {
      parts.push(svg('rect', {x: side === 'a' ? 0 : 78, width: 22, class: 'window', id: 'window-' + side}));
    }
    map.replaceChildren(...parts);
    windows();
  }

  function windows() {
    for (const side of 'ab') {
      const pane = $('pane-' + side);
      const frame = $('window-' + side);
      if (frame && pane.scrollHeight) {
        frame.setAttribute('y', 1000 * pane.scrollTop / pane.scrollHeight);
        frame.setAttribute('height', 1000 * Math.min(1, pane.clientHeight / pane.scrollHeight));
        frame.style.pointerEvents = 'none';
      }
    }
  }

  // ---- one text with all its sources ----

  async function one(d) {
    const record = data.documents[d];
    const pairs = data.pairs.filter(p => p.a === d || p.b === d);
    if (!record || !pairs.length) {
      return show('overview');
    }
    const all = [];
    pairs.forEach((p, n) => p.passages.forEach(s => {
      const [from, to] = p.a === d ? s.a : s.b;
      all.push({from, to, n, p, s});
    }));
    // Where several sources compete for a place, the one with the most shared words gets it.
    const taken = [];
    for (const s of all.sort((x, y) => x.n - y.n || x.from - y.from)) {
      let pieces = [[s.from, s.to]];
      for (const t of taken) {
        pieces = pieces.flatMap(([from, to]) => t.to <= from || t.from >= to ? [[from, to]]
            : [[from, Math.min(to, t.from)], [Math.max(from, t.to), to]].filter(([x, y]) => x < y));
      }
      for (const [from, to] of pieces) {
        taken.push({...s, from, to});
      }
    }
    taken.sort((x, y) => x.from - y.from);
    const other = p => p.a === d ? p.b : p.a;
    const marks = taken.map((t, i) => ({index: i, from: t.from, to: t.to, hue: HUES[t.n % HUES.length], equal: t.s.kind === 0 ? [[t.from, t.to]] : [],
      label: `Shared with ${data.documents[other(t.p)].id}, ${KINDS[t.s.kind]}, ${count(t.s.words, 'word')}`,
      open: () => { location.hash = '#pair-' + t.p.rank; }}));
    fill($('text'), await text(d), marks, template(d));
    $('text').setAttribute('aria-label', 'Text of ' + record.id);
    $('text-title').replaceChildren(name(d), ` (${count(record.words, 'word')})`);
    $('sources').replaceChildren(...pairs.map((p, n) => {
      const swatch = el('span', {class: 'swatch', 'aria-hidden': 'true'});
      swatch.style.setProperty('--h', HUES[n % HUES.length]);
      return el('li', {}, swatch, el('a', {href: '#pair-' + p.rank}, name(other(p))),
          ` ${count(p.words, 'word')}, ${percent(p.a === d ? p.shareA : p.shareB)} of this text, in ${count(p.passages.length, 'passage')}`);
    }));
    show('one-text');
  }

  // ---- navigation ----

  function show(id) {
    shown = null;
    for (const view of document.querySelectorAll('main > section')) {
      view.hidden = view.id !== id;
    }
    $('back').hidden = id === 'overview';
    window.scrollTo(0, 0);
    const heading = $(id).querySelector('h2');
    heading.focus({preventScroll: true});
    announce(heading.textContent);
  }

  async function route() {
    const [, view, n] = /^#(pair|text)-(\d+)$/.exec(location.hash) || [];
    try {
      await (view === 'pair' ? pair(Number(n)) : view === 'text' ? one(Number(n)) : show('overview'));
    } catch (e) {
      fail('This text cannot be shown: ' + e.message);
    }
  }

  function fail(message) {
    $('failure').textContent = message;
    $('failure').hidden = false;
  }

  document.addEventListener('keydown', e => {
    if (e.target.matches('input') || e.ctrlKey || e.metaKey || e.altKey) {
      return;
    }
    if (e.key === 'n') {
      step(1);
    } else if (e.key === 'p') {
      step(-1);
    } else if (e.key === 'Escape' && location.hash) {
      location.hash = '';
    }
  });

  async function start() {
    if (typeof DecompressionStream === 'undefined') {
      return fail('This browser cannot decompress the texts. Use a current version of Firefox, Chrome, Edge or Safari.');
    }
    data = JSON.parse(await inflate('data'));
    overview();
    $('filter').addEventListener('input', list);
    for (const b of document.querySelectorAll('th button')) {
      b.addEventListener('click', () => {
        order = b.dataset.order;
        list();
      });
    }
    $('next').addEventListener('click', () => step(1));
    $('previous').addEventListener('click', () => step(-1));
    $('pane-a').addEventListener('scroll', windows);
    $('pane-b').addEventListener('scroll', windows);
    window.addEventListener('resize', windows);
    window.addEventListener('hashchange', route);
    await route();
    document.documentElement.dataset.ready = 'true';
  }

  start().catch(e => fail('This report is damaged: ' + e.message));
})();
