// Two texts side by side, or only their passages. A page calls startPair once, then showPair, closePair and step.
const EXCERPTS = 100;
/**
 * What the page says about a pair {a, b, words, shareA, shareB, passages} and its documents a and b: title(p),
 * caution(), id(d), wordsOf(d), href(d), remark(d), which follows the name, and given(d), the spans of text that
 * do not count.
 */
let pairPage = null;
let shown = null;
let current = -1;

function closePair() {
  shown = null;
}

/** @param place the number of the first passage, from 1; the first one if it is missing */
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
    label: say('passage.label', {i: i + 1, all: p.passages.length, what: describe(s)}),
    open: () => go(i, side === 'a' ? 'b' : 'a'),
  }));
  $('pair-title').textContent = pairPage.title(p);
  $('legend-given').hidden = !pairPage.given(p.a).length && !pairPage.given(p.b).length;
  show('pair');
  shown = {p, a, b, marks: {a: marks('a'), b: marks('b')}, panes: {}};
  for (const side of 'ab') {
    const d = p[side];
    const share = percent(side === 'a' ? p.shareA : p.shareB);
    const {id, wordsOf, href, remark, given} = pairPage;
    $('name-' + side).replaceChildren(el('a', {href: href(d)}, isolated(id(d))), remark(d), ' ',
        el('span', {class: 'quiet'}, say('pair.share', {share, words: count(wordsOf(d), 'word')})));
    $('pane-' + side).setAttribute('aria-label', say('pair.text', {text: id(d)}));
    shown.panes[side] = new Pane($('pane-' + side), shown[side], shown.marks[side], given(d));
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
  $('position').textContent = [say('passage.position', {i: i + 1, all: shown.p.passages.length, what: describe(s)}),
    ...['a', 'b'].filter(side => pagesOf(s, side))
        .map(side => say('passage.pages', {pages: pagesOf(s, side), text: pairPage.id(shown.p[side])}))].join(', ');
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
        el('h3', {}, say('passage.title', {i: i + 1, what: describe(s)})),
        ...['a', 'b'].map(side => el('div', {},
            el('h4', {}, isolated(pairPage.id(shown.p[side])), pagesOf(s, side) ? `, ${pagesOf(s, side)}` : ''),
            excerpt(side, i)))));
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
  const {id, wordsOf} = pairPage;
  const of = (d, share) => say('copy.text', {text: id(d), words: count(wordsOf(d), 'word'), share: percent(share)});
  const quoted = (d, text, span, pages) => [id(d), pages, say('copy.characters', {from: span[0] + 1, to: span[1]})]
      .filter(part => part).join(', ') + `:\n"${text.slice(span[0], span[1])}"`;
  return [say('copy.title', {a: id(p.a), b: id(p.b)}), `${of(p.a, p.shareA)}\n${of(p.b, p.shareB)}`,
    `${sum(p)}. ${pairPage.caution()}`.trim(),
    ...p.passages.map((s, i) => [say('copy.passage', {i: i + 1, what: describe(s)}),
      quoted(p.a, a, s.a, pagesOf(s, 'a')), quoted(p.b, b, s.b, pagesOf(s, 'b'))].join('\n\n')),
  ].join('\n\n') + '\n';
}

/** Returns what a pair shares. */
function sum(p) {
  const passages = count(p.passages.length, 'passage');
  return say(p.reordered ? 'pair.title.reordered' : 'pair.title', {shared: count(p.words, 'sharedWord'), passages});
}

async function copyPair() {
  const wanted = pairAsText();
  try {
    await navigator.clipboard.writeText(wanted);
  } catch (e) {
    const area = el('textarea', {class: 'away', 'aria-label': say('copy.area')});
    area.value = wanted;
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    $('copy').focus();
    if (!copied) {
      return fail(say('copy.fails'));
    }
  }
  $('copied').textContent = say('copy.done', {passages: count(shown.p.passages.length, 'passage')});
}

function startPair(page) {
  pairPage = page;
  $('next').addEventListener('click', () => step(1));
  $('previous').addEventListener('click', () => step(-1));
  $('only').addEventListener('click', toggleExcerpts);
  $('copy').addEventListener('click', copyPair);
  $('pane-a').addEventListener('scroll', windows);
  $('pane-b').addEventListener('scroll', windows);
  window.addEventListener('resize', windows);
}
