// The clusters of the page. The list is in memory; members and texts are decompressed when they are viewed.
const PAIRS = 'pairScores';
/** Blocks of members that are kept: those that were viewed last. */
const MOST_BLOCKS = 8;
const clusters = [];
const blocks = new Map();
/** For each block of members the number of its first cluster. */
let firsts = [];

/** Reads the list of clusters. A row is [size, least score, least pair, chained, representative, first, last date]. */
async function readClusters() {
  const parts = [];
  for (let k = 0; $('list-' + k); k++) {
    parts.push(inflate('list-' + k));
  }
  for (const part of await Promise.all(parts)) {
    for (const [size, least, pair, chained, representative, from, to] of JSON.parse(part)) {
      clusters.push({number: clusters.length + 1, size, least, pair, chained, representative, from, to});
    }
  }
  firsts = [...document.querySelectorAll('script[id^=clusters-]')].map(e => Number(e.id.slice('clusters-'.length)));
}

/** Returns a block of members, and keeps it. */
async function blockOf(k) {
  const found = blocks.has(k) ? blocks.get(k) : JSON.parse(await inflate('clusters-' + firsts[k]));
  blocks.delete(k);
  blocks.set(k, found);
  if (blocks.size > MOST_BLOCKS) {
    blocks.delete(blocks.keys().next().value);
  }
  return found;
}

/** Returns the members and pairs of a cluster: {ids, scores, to, dates, edges, moreEdges}. */
async function membersOf(number) {
  const k = firstWhere(firsts.length, n => firsts[n] > number) - 1;
  return (await blockOf(k))[number - firsts[k]];
}

/** Returns the texts of a cluster and the passages that they share with the first one, or null. */
async function textsOf(number) {
  return $('texts-' + number) ? JSON.parse(await inflate('texts-' + number)) : null;
}

/** Returns a score as text: a share with four decimals, or a count. */
const score = s => data.bounded ? s.toFixed(4) : number(s);

/** Returns a date as text, with the time if it is not midnight. */
function dateText(milliseconds) {
  const iso = new Date(milliseconds).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

/** What the view of two texts says about them. A document of a pair is {id, words, cluster, member, cut}. */
const PAIR_PAGE = {
  id: d => d.id,
  wordsOf: d => d.words,
  href: d => `#cluster-${d.cluster}-${d.member + 1}`,
  remark: d => (d.member ? '' : ' (representative)') + (d.cut ? ' (beginning)' : ''),
  given: () => [],
  title: p => `Cluster ${number(p.a.cluster)}: ${sum(p)}`,
  caution: () => '',
};
