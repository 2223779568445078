// A row for each text: what it shares with all others together, with whom, and its group.
const MOST_SOURCES = 3;
const TEXT_ROWS = 250;
const TEXT_ORDERS = {
  id: (x, y) => x.id < y.id ? -1 : x.id > y.id ? 1 : x.d - y.d,
  words: (x, y) => wordsOf(y.d) - wordsOf(x.d) || x.d - y.d,
  share: (x, y) => y.share - x.share || y.shared - x.shared || x.d - y.d,
  shared: (x, y) => y.shared - x.shared || x.d - y.d,
  sources: (x, y) => y.pairs.length - x.pairs.length || y.share - x.share || x.d - y.d,
  group: (x, y) => (x.number || Infinity) - (y.number || Infinity) || y.share - x.share || x.d - y.d,
};
let textOrder = 'share';
/** A text without pairs on the page has no view. */
let textsWithView = new Set();

/** Returns a row for each text that is no reference: {d, id, pairs, shared, share, group, number}. */
function textRows(groups) {
  const numbers = new Map(groups.flatMap((g, i) => g.texts.map(d => [d, i + 1])));
  return pairsByText(wantedPairs()).map((pairs, d) => {
    const shared = pairs.length ? wordsInAll(d, pairs) : 0;
    const n = numbers.get(d) || 0;
    return {
      d, id: idOf(d), pairs: pairs.sort((x, y) => shareOf(y, d) - shareOf(x, d) || x.rank - y.rank), shared,
      share: shared / Math.max(1, wordsOf(d)), number: n, group: n ? groups[n - 1] : null,
    };
  }).filter(r => !data.documents[r.d].reference).sort(TEXT_ORDERS[textOrder]);
}

function groupText({number: n, group}) {
  return group ? say(group.clique ? 'texts.clique' : 'texts.chain', {group: n, n: group.texts.length}) : '';
}

function textRow(r) {
  const sources = r.pairs.slice(0, MOST_SOURCES).flatMap((p, k) => [k ? ', ' : '', ...sayParts('texts.source', {
    text: el('a', {href: '#pair-' + p.rank}, isolated(idOf(otherOf(p, r.d)))), share: percent(shareOf(p, r.d)),
  })]);
  if (r.pairs.length > MOST_SOURCES) {
    sources.push(' ', say('graph.more', {n: r.pairs.length - MOST_SOURCES}));
  }
  return el('tr', {}, el('td', {}, textsWithView.has(r.d) ? textLink(r.d) : isolated(r.id)),
      el('td', {class: 'number'}, number(wordsOf(r.d))), shareCell(r.share),
      el('td', {class: 'number'}, number(r.shared)), el('td', {class: 'sources'}, ...sources),
      el('td', {}, groupText(r) || '–'));
}

function fillTexts() {
  const groups = groupsAt(longPairs(), least.group);
  $('group-share').value = least.group;
  $('group-share-value').textContent = percent(least.group / 100);
  $('texts-found').textContent = say('texts.groups', {
    texts: count(groups.reduce((sum, g) => sum + g.texts.length, 0), 'text'), groups: count(groups.length, 'group'),
    cliques: groups.filter(g => g.clique).length,
  });
  const filtered = least.share || least.words > data.minWords;
  $('texts-filter').textContent = [
    ...(data.total > data.pairs.length ? [say('texts.cut', {n: data.pairs.length, all: data.total})] : []),
    ...(filtered
        ? [say('texts.filter', {share: percent(least.share / 100), words: count(least.words, 'sharedWord')})] : []),
  ].join(' ');
  inPortions($('texts-rows'), textRows(groups), TEXT_ROWS, textRow);
  markOrder($('texts-table'), textOrder, textOrder === 'id' || textOrder === 'group' ? 'ascending' : 'descending');
}

function textsAsCsv() {
  const groups = groupsAt(longPairs(), least.group);
  saveCsv('texts.csv', [
    [say('list.text'), say('texts.words'), say('texts.total') + ' (%)', say('list.words'), say('texts.sources'),
      say('texts.group'), say('texts.group.size')],
    ...textRows(groups).map(r => [r.id, wordsOf(r.d), csvShare(r.share), r.shared,
      r.pairs.map(p => `${idOf(otherOf(p, r.d))} (${percent(shareOf(p, r.d))})`).join('; '), r.number || '',
      r.group ? r.group.texts.length : '']),
  ]);
}

function startTexts() {
  textsWithView = new Set(data.pairs.flatMap(p => [p.a, p.b]));
  $('group-share').addEventListener('input', () => {
    least.group = Number($('group-share').value);
    useGraph(subjectOfReport());
    fillTexts();
  });
  $('texts-csv').addEventListener('click', textsAsCsv);
  for (const b of document.querySelectorAll('#texts-table th button')) {
    b.addEventListener('click', () => {
      textOrder = b.dataset.order;
      fillTexts();
    });
  }
}
