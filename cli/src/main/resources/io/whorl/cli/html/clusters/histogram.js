// What the page says about all clusters, and the distribution of scores.
const DISTRIBUTIONS = [
  [PAIRS, 'all pairs that reach the threshold', 'pair'],
  ['memberScores', 'members with their representatives', 'member'],
  ['least', 'least scores of clusters', 'cluster'],
  ['pair', 'least pairs of clusters', 'cluster'],
];

/** Returns the counts of a distribution in equal bins from 0 to the highest score. */
function binsOf(key) {
  if (data[key]) {
    return data[key];
  }
  const size = data[PAIRS].length;
  const bins = new Array(size).fill(0);
  for (const c of clusters) {
    bins[Math.min(size - 1, Math.floor(c[key] / data.highest * size + 1e-9))]++;
  }
  return bins;
}

function histogram() {
  const [key, , thing] = DISTRIBUTIONS[$('distribution').selectedIndex];
  const bins = binsOf(key);
  const edge = i => i * data.highest / bins.length;
  const at = i => data.highest <= 1 ? edge(i).toFixed(2) : number(Math.round(edge(i)));
  drawBars($('histogram'), bins.map((n, i) => ({
    n, said: `${at(i)} to ${at(i + 1)}: ${count(n, thing)}`, below: i % 2 ? '\u00a0' : at(i),
  })));
  const place = data.minScore / data.highest;
  $('threshold').style.left = 100 * Math.min(1, place) + '%';
  $('threshold').classList.toggle('right', place > 0.6);
  $('threshold-label').textContent = 'threshold ' + data.minScore;
  $('threshold-text').textContent = key === PAIRS
      ? `The threshold is ${data.minScore}. Pairs below it are not counted. A steep edge at the threshold suggests `
        + 'that a lower one would join more documents.'
      : `The threshold is ${data.minScore}.`;
}

function overview() {
  const alone = data.documents - data.clustered;
  $('summary').textContent = data.total
      ? `${count(data.total, 'cluster')} of ${count(data.clustered, 'document')}; ${count(alone, 'document')} `
        + `${alone === 1 ? 'is' : 'are'} in no cluster. Score: ${data.measure}, at least ${data.minScore}.`
      : `No two of ${count(data.documents, 'document')} have a score (${data.measure}) of ${data.minScore} or more.`;
  $('rule').textContent = data.components
      ? 'A chain of pairs connects all members of a cluster. Each pair reaches the threshold, but two members may be '
        + 'unlike each other.'
      : 'Each member was compared with the representative, and its score reaches the threshold.';
  $('listed').hidden = !clusters.length;
  showNotes($('notes'), data.notes);
  $('distribution').replaceChildren(...DISTRIBUTIONS.map(([, title]) => el('option', {}, title)));
  $('distribution').addEventListener('change', histogram);
  histogram();
}
