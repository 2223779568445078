// The texts of the report, and what the shared views say about them.
/** Decompressed texts that are kept: so many UTF-16 units, and always the two that were viewed last. */
const MOST_KEPT = 8e6;
const texts = new Map();

const idOf = d => data.documents[d].id;
const wordsOf = d => data.documents[d].words;
const linkTo = d => el('a', {href: '#text-' + d}, name(d));
const remarkOn = d => data.documents[d].reference ? ' (reference)' : '';
const template = d => data.documents[d].template || [];
const largerShare = p => Math.max(p.shareA, p.shareB);
const titleOf = p => `Pair ${p.rank}: ${count(p.words, 'shared word')} in ${count(p.passages.length, 'passage')}`;
const caution = () => $('no-proof').textContent;

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
