// The texts of the report, the pairs that the reader wants to see, and the groups of their texts.
/** Decompressed texts that are kept: so many UTF-16 units, and always the two that were viewed last. */
const MOST_KEPT = 8e6;
/** What the slider of words offers. */
const WORD_STEPS = [0, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 2000, 5000, 10000];
const texts = new Map();
/** The least share, in percent, and the least number of words of the pairs to show; the least share in a group. */
const least = {share: 0, words: 0, group: 0};

const idOf = d => data.documents[d].id;
const wordsOf = d => data.documents[d].words;
const remarkOn = d => data.documents[d].reference ? ` (${say('report.reference')})` : '';
const largerShare = p => Math.max(p.shareA, p.shareB);
/** A share in whole percent, as the page shows it, so that a slider does not hide a pair of the share that it names. */
const wholePercent = share => Math.round(100 * share);
const otherOf = (p, d) => p.a === d ? p.b : p.a;
const shareOf = (p, d) => p.a === d ? p.shareA : p.shareB;

/** What the view of two texts says about them. */
const PAIR_PAGE = {
  id: idOf,
  wordsOf,
  href: d => '#text-' + d,
  remark: remarkOn,
  given: d => data.documents[d].template || [],
  title: p => `${say('list.pair')} ${number(p.rank)}: ${sum(p)}`,
  caution: () => say('report.noProof'),
};

const longPairs = () => data.pairs.filter(p => p.words >= least.words);
const wantedPairs = () => longPairs().filter(p => wholePercent(largerShare(p)) >= least.share);

/** Returns the pairs of each text. */
function pairsByText(pairs) {
  const found = data.documents.map(() => []);
  for (const p of pairs) {
    found[p.a].push(p);
    found[p.b].push(p);
  }
  return found;
}

/**
 * Returns the groups of two or more texts that pairs link, the largest first: {texts, clique}. In a clique, each text
 * shares passages with each other one.
 */
function groupsAt(pairs, share) {
  const links = pairs.filter(p => wholePercent(largerShare(p)) >= share);
  const groups = groupsOf(data.documents.length, links.map(p => [p.a, p.b])).filter(g => g.length > 1);
  const groupOf = new Map(groups.flatMap((g, i) => g.map(d => [d, i])));
  const counts = groups.map(() => 0);
  for (const p of links) {
    counts[groupOf.get(p.a)]++;
  }
  return groups.map((g, i) => ({texts: g, clique: counts[i] === g.length * (g.length - 1) / 2}));
}

/**
 * Returns how many words of a text are in passages of some pairs. Where several passages cover a place, the one with
 * the most shared words for its length counts.
 */
function wordsInAll(d, pairs) {
  const spans = pairs.flatMap(p => p.passages.map(s => {
    const [from, to] = p.a === d ? s.a : s.b;
    return {from, to, density: s.words / Math.max(1, to - from)};
  })).sort((x, y) => y.density - x.density || x.from - y.from);
  const edges = [...new Set(spans.flatMap(s => [s.from, s.to]))].sort((x, y) => x - y);
  const at = new Map(edges.map((place, i) => [place, i]));
  const next = edges.map((_, i) => i);
  const free = i => {
    while (next[i] !== i) {
      i = next[i] = next[next[i]];
    }
    return i;
  };
  let words = 0;
  for (const s of spans) {
    const end = at.get(s.to);
    for (let i = free(at.get(s.from)); i < end; i = free(i)) {
      words += s.density * (edges[i + 1] - edges[i]);
      next[i] = i + 1;
    }
  }
  return Math.min(wordsOf(d), Math.max(Math.round(words), ...pairs.map(p => p.words)));
}

/** Offers a file with a table. Spreadsheets read it in the language of the page, and run none of its texts. */
function saveCsv(name, rows) {
  const decimal = (0.5).toLocaleString(language).charAt(1);
  const cell = value => typeof value === 'number' ? String(value).replace('.', decimal)
      : `"${value.replace(/^(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/, '\'').replaceAll('"', '""')}"`;
  const lines = rows.map(row => row.map(cell).join(decimal === ',' ? ';' : ',') + '\r\n');
  const url = URL.createObjectURL(new Blob(['\ufeff', ...lines], {type: 'text/csv'}));
  el('a', {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

const csvShare = share => Math.round(1000 * share) / 10;

/** Returns the text of a document. Keeps the texts that were viewed last. */
async function textOf(d) {
  const found = texts.has(d) ? texts.get(d) : await inflate('text-' + d);
  texts.delete(d);
  texts.set(d, found);
  let kept = 0;
  for (const t of texts.values()) {
    kept += t.length;
  }
  for (const [old, t] of texts) {
    if (kept <= MOST_KEPT || texts.size <= 2) {
      break;
    }
    texts.delete(old);
    kept -= t.length;
  }
  return found;
}
