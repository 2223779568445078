// Who shares text with whom.
/** The length of the directory that all names begin with: the graph leaves it out. */
let directoryLength = 0;

/** Returns what the graph of the report shows. */
function subjectOfReport() {
  directoryLength = commonDirectory(data.documents.map(d => d.id));
  return {
    pairs: longPairs(),
    leastLabel: () => say('net.least'),
    partners: () => say('net.partners'),
    strength: p => wholePercent(largerShare(p)) / 100,
    weight: largerShare,
    least: 0,
    first: least.group,
    strengthText: p => percent(largerShare(p)),
    leastText: share => say('percent', {n: share}),
    label: p => say('net.pair', {rank: p.rank, a: idOf(p.a), b: idOf(p.b), share: percent(largerShare(p))}),
    relation: degree => say('net.degree', {n: degree}),
    pairHref: p => '#pair-' + p.rank,
    nodeHref: d => '#text-' + d,
    idOf,
    shortName: d => short(idOf(d).slice(directoryLength)),
    square: d => data.documents[d].reference,
    dashed: p => p.passages.every(s => s.kind !== 'verbatim'),
    arrow: () => 0,
    onLeast: share => { least.group = share; },
  };
}

function showGraph() {
  show('graph');
  refreshGraph();
}
