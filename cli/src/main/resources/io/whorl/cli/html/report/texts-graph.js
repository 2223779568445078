// Who shares text with whom.
/** Returns what the graph of the report shows. */
function subjectOfReport() {
  return {
    pairs: data.pairs,
    leastLabel: 'Only pairs with a shared part of at least',
    partners: 'Shares text with',
    strength: largerShare,
    weight: largerShare,
    least: 0,
    strengthText: p => percent(largerShare(p)),
    leastText: least => `${least} %`,
    label: p => `Pair ${p.rank}: ${idOf(p.a)} and ${idOf(p.b)}, ${percent(largerShare(p))}`,
    relation: degree => `shares text with ${count(degree, 'other text')}`,
    pairHref: p => '#pair-' + p.rank,
    nodeHref: d => '#text-' + d,
    idOf,
    shortName: d => short(idOf(d)),
    square: d => data.documents[d].reference,
    dashed: p => p.passages.every(s => s.kind !== 0),
    arrow: () => 0,
  };
}

function showGraph() {
  show('graph');
  refreshGraph();
}
