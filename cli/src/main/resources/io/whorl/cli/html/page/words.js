// Words that follow each other in both texts of a passage.
const RUN = 3;
/** Longer passages, in UTF-16 units, are marked as a whole: the comparison would take too long. */
const MOST_COMPARED = 400000;
const SPACELESS = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const WORD = new RegExp(`[${SPACELESS}]|(?:(?![${SPACELESS}])[\\p{L}\\p{N}\\p{M}\\p{Cf}])+`, 'gu');
/** Letters that look like Latin ones, each before that one. All words are compared as if they had the Latin ones. */
const LOOK_ALIKES = new Map(('аa вb еe һh нh іi јj кk мm оo рp сc тt уy хx ѕs ԁd ԛq ԝw '
    + 'αa εe ιi κk νv οo ρp τt υu χx ϲc ϳj').split(' ').map(pair => [...pair]));

/** A word without invisible characters and disguise: words that look the same are equal. */
function plainWord(word) {
  const lower = word.toLowerCase();
  return /^[a-z]*$/.test(lower) ? lower
      : lower.replace(/[^a-z]/gu, c => /\p{Cf}/u.test(c) ? '' : LOOK_ALIKES.get(c) || c);
}

/** Returns the words of a part of a text: their numbers in the vocabulary, and their places. */
function words(text, [from, to], vocabulary) {
  const found = {ids: [], from: [], to: []};
  for (const m of text.slice(from, to).matchAll(WORD)) {
    const word = plainWord(m[0]);
    if (!vocabulary.has(word)) {
      vocabulary.set(word, vocabulary.size);
    }
    found.ids.push(vocabulary.get(word));
    found.from.push(from + m.index);
    found.to.push(from + m.index + m[0].length);
  }
  return found;
}

function runsOf(ids, run, base) {
  const runs = new Float64Array(Math.max(0, ids.length - run + 1));
  for (let i = 0; i < runs.length; i++) {
    for (let k = 0; k < run; k++) {
      runs[i] = runs[i] * base + ids[i + k];
    }
  }
  return runs;
}

/** Returns the places of the words that are in a run of equal words in both passages. */
function verbatim(mine, others, base) {
  const run = Math.min(RUN, mine.ids.length, others.ids.length);
  if (!run) {
    return [];
  }
  const known = new Set(runsOf(others.ids, run, base));
  const equal = new Uint8Array(mine.ids.length);
  runsOf(mine.ids, run, base).forEach((r, i) => {
    if (known.has(r)) {
      equal.fill(1, i, i + run);
    }
  });
  const spans = [];
  for (let i = 0; i < equal.length; i++) {
    if (equal[i]) {
      const start = mine.from[i];
      while (equal[i + 1]) {
        i++;
      }
      spans.push([start, mine.to[i]]);
    }
  }
  return spans;
}

/** Returns the places of equal words of a passage in both texts. */
function equalWords(a, b, s) {
  if (Math.max(s.a[1] - s.a[0], s.b[1] - s.b[0]) > MOST_COMPARED) {
    return s.kind === 'verbatim' ? {a: [s.a], b: [s.b]} : {a: [], b: []};
  }
  const vocabulary = new Map();
  const [mine, others] = [words(a, s.a, vocabulary), words(b, s.b, vocabulary)];
  return {a: verbatim(mine, others, vocabulary.size), b: verbatim(others, mine, vocabulary.size)};
}
