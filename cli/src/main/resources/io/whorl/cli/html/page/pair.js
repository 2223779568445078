// Two texts side by side, or only their passages.
const EXCERPTS = 100;
let shown = null;
let current = -1;

function showPair(p, [a, b], place) {
  const equal = new Map();
  const equalIn = (i, side) => () => {
    if (!equal.has(i)) {
      equal.set(i, equalWords(a, b, p.passages[i]));
    }
    return equal.get(i)[side];
  };
  const marks = side => p.passages.map((s, i) => ({
    from: s[side][0], to: s[side][1], index: i, number: i + 1, hue: HUES[i % HUES.length], equal: equalIn(i, side),
    label: `Passage ${i + 1} of ${p.passages.length}, ${describe(s)}: show in the other text`,
    open: () => go(i, side === 'a' ? 'b' : 'a'),
  }));
  $('pair-title').textContent = titleOf(p);
  $('legend-given').hidden = !template(p.a).length && !template(p.b).length;
  show('pair');
  shown = {p, a, b, marks: {a: marks('a'), b: marks('b')}, panes: {}};
  for (const side of 'ab') {
    const d = p[side];
    const share = percent(side === 'a' ? p.shareA : p.shareB);
    $('name-' + side).replaceChildren(linkTo(d), remarkOn(d),
        el('span', {class: 'quiet'}, ` ${share} of ${count(wordsOf(d), 'word')}`));
    $('pane-' + side).setAttribute('aria-label', 'Text of ' + idOf(d));
    shown.panes[side] = new Pane($('pane-' + side), shown[side], shown.marks[side], template(d));
    visible.push(shown.panes[side]);
  }
  current = -1;
  fillExcerpts();
  minimap();
  if (p.passages.length) {
    go(Math.min(p.passages.length, place || 1) - 1);
  }
}

/** Makes a passage the current one, and scrolls both texts to it, or one of them. */
function go(i, only) {
  current = i;
  const s = shown.p.passages[i];
  for (const m of document.querySelectorAll('mark.current')) {
    m.classList.remove('current');
  }
  for (const side of 'ab') {
    const mark = shown.panes[side].markAt(s[side][0]);
    if (mark) {
      mark.classList.add('current');
      if (!only || only === side) {
        shown.panes[side].scrollTo(mark);
      }
    }
  }
  $('position').textContent = `Passage ${number(i + 1)} of ${number(shown.p.passages.length)}: ${describe(s)}`
      + ['a', 'b'].filter(side => pagesOf(s, side)).map(side => `, ${pagesOf(s, side)} of ${idOf(shown.p[side])}`)
          .join('');
}

function step(by) {
  const all = shown ? shown.p.passages.length : 0;
  if (all) {
    go((current + by + all) % all);
  }
}

// ---- only the passages ----

function excerpt(side, i) {
  const s = shown.marks[side][i];
  const part = new Pane(el('div', {class: 'excerpt', dir: 'auto'}), shown[side].slice(s.from, s.to), [{
    ...s, from: 0, to: s.to - s.from, equal: () => s.equal().map(span => span.map(x => x - s.from)), open: () => {},
  }], []);
  part.fillAll();
  part.element.querySelectorAll('button').forEach(b => b.remove());
  return part.element;
}

function fillExcerpts() {
  $('excerpts').hidden = true;
  $('panes').hidden = $('walk').hidden = false;
  $('only').setAttribute('aria-pressed', 'false');
  $('excerpts').replaceChildren();
}

function toggleExcerpts() {
  if ($('excerpts').hidden) {
    inPortions($('excerpts'), shown.p.passages, EXCERPTS, (s, i) => el('section', {class: 'passage'},
        el('h3', {}, `Passage ${i + 1}: ${describe(s)}`),
        ...['a', 'b'].map(side => el('div', {},
            el('h4', {}, name(shown.p[side]), pagesOf(s, side) ? `, ${pagesOf(s, side)}` : ''), excerpt(side, i)))));
    $('excerpts').hidden = false;
    $('panes').hidden = $('walk').hidden = true;
    $('only').setAttribute('aria-pressed', 'true');
  } else {
    fillExcerpts();
    minimap();
    go(Math.max(0, current));
  }
}

/** Returns a pair as plain text, for a letter or a form. */
function pairAsText() {
  const {p, a, b} = shown;
  const of = (d, share) => `${idOf(d)}: ${count(wordsOf(d), 'word')}, of which ${percent(share)} `
      + 'are in shared passages';
  const quoted = (d, text, span, pages) => `${idOf(d)}, ${pages ? pages + ', ' : ''}`
      + `characters ${number(span[0] + 1)} to ${number(span[1])}:\n"${text.slice(span[0], span[1])}"`;
  return [`Shared passages of ${idOf(p.a)} and ${idOf(p.b)}`, `${of(p.a, p.shareA)}\n${of(p.b, p.shareB)}`,
    `${count(p.words, 'shared word')} in ${count(p.passages.length, 'passage')}. ${caution()}`.trim(),
    ...p.passages.map((s, i) =>
        [`Passage ${i + 1} (${describe(s)})`, quoted(p.a, a, s.a, s.pageA), quoted(p.b, b, s.b, s.pageB)]
            .join('\n\n')),
  ].join('\n\n') + '\n';
}

async function copyPair() {
  const wanted = pairAsText();
  try {
    await navigator.clipboard.writeText(wanted);
  } catch (e) {
    const area = el('textarea', {class: 'away', 'aria-label': 'Text to copy'});
    area.value = wanted;
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    $('copy').focus();
    if (!copied) {
      return fail('This browser does not let the page copy. Select the text and copy it.');
    }
  }
  $('copied').textContent = `Copied ${count(shown.p.passages.length, 'passage')}.`;
}

function startPair() {
  $('next').addEventListener('click', () => step(1));
  $('previous').addEventListener('click', () => step(-1));
  $('only').addEventListener('click', toggleExcerpts);
  $('copy').addEventListener('click', copyPair);
  $('pane-a').addEventListener('scroll', windows);
  $('pane-b').addEventListener('scroll', windows);
  window.addEventListener('resize', windows);
}
