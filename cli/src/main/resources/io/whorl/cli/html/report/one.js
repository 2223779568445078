// One text with all texts that share passages with it.

/** Gives each place to the first passage that covers it. Returns the parts of passages that remain, in order. */
function firstCome(length, passages) {
  const owner = new Int32Array(length).fill(-1);
  const free = new Int32Array(length + 1);
  for (let i = 0; i <= length; i++) {
    free[i] = i;
  }
  const nextFree = at => {
    while (free[at] !== at) {
      free[at] = free[free[at]];
      at = free[at];
    }
    return at;
  };
  passages.forEach((s, k) => {
    for (let at = nextFree(s.from); at < s.to; at = nextFree(at + 1)) {
      owner[at] = k;
      free[at] = at + 1;
    }
  });
  const parts = [];
  for (let at = 0; at < length;) {
    const from = at;
    while (at < length && owner[at] === owner[from]) {
      at++;
    }
    if (owner[from] >= 0) {
      parts.push({...passages[owner[from]], from, to: at});
    }
  }
  return parts;
}

function showText(d, text) {
  const record = data.documents[d];
  const pairs = data.pairs.filter(p => p.a === d || p.b === d);
  // Where several sources compete for a place, the one with the most shared words gets it.
  const passages = pairs.flatMap((p, n) => p.passages.map((s, i) => {
    const [from, to] = p.a === d ? s.a : s.b;
    return {from, to, n, p, s, i};
  }));
  const marks = firstCome(text.length, passages).map((part, i) => ({
    from: part.from, to: part.to, index: i, number: part.n + 1, hue: HUES[part.n % HUES.length],
    equal: () => part.s.kind === 'verbatim' ? [[part.from, part.to]] : [],
    label: say('text.mark', {i: part.n + 1, text: idOf(otherOf(part.p, d)), what: describe(part.s)}),
    open: () => { location.hash = `#pair-${part.p.rank}-${part.i + 1}`; },
  }));
  $('text-title').replaceChildren(isolated(record.id), ` (${count(record.words, 'word')})`);
  show('one-text');
  $('text').setAttribute('aria-label', say('pair.text', {text: record.id}));
  visible.push(new Pane($('text'), text, marks, PAIR_PAGE.given(d)));
  inPortions($('sources'), pairs, 200, (p, n) => {
    const swatch = el('span', {class: 'swatch', 'aria-hidden': 'true'}, String(n + 1));
    swatch.style.setProperty('--h', HUES[n % HUES.length]);
    const words = count(p.words, 'word');
    const passages = count(p.passages.length, 'passage');
    return el('li', {}, swatch, el('a', {href: '#pair-' + p.rank}, isolated(idOf(otherOf(p, d)))), ' ',
        say('text.source', {words, share: percent(shareOf(p, d)), passages}));
  });
}
