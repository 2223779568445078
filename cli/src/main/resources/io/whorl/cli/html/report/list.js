// The first view: the ranked pairs, their distribution, what was run, and what is left out.
const ROWS = 1000;
const ORDERS = {
  words: (x, y) => y.words - x.words || x.rank - y.rank,
  shareA: (x, y) => y.shareA - x.shareA || x.rank - y.rank,
  shareB: (x, y) => y.shareB - x.shareB || x.rank - y.rank,
  passages: (x, y) => y.passages.length - x.passages.length || x.rank - y.rank,
  group: (x, y) => (groupOfPair(x) || Infinity) - (groupOfPair(y) || Infinity) || x.rank - y.rank,
};
let order = 'words';
/** For each text the number of its group, from 1. */
let groupNumbers = new Map();
/** The share of groups for which the list was made. */
let listedGroup = -1;

/** Returns the number of the group of a pair, or 0. A pair below the share of groups is in none. */
function groupOfPair(p) {
  return wholePercent(largerShare(p)) >= least.group && p.words >= least.words ? groupNumbers.get(p.a) || 0 : 0;
}

function shareCell(share) {
  const bar = el('span', {class: 'share', 'aria-hidden': 'true'}, el('span'));
  bar.firstChild.style.width = Math.round(100 * share) + '%';
  return el('td', {class: 'number'}, bar, percent(share));
}

const textLink = d => el('a', {href: '#text-' + d}, isolated(idOf(d)));

function row(p) {
  const pair = el('a', {href: '#pair-' + p.rank, id: 'row-' + p.rank}, number(p.rank));
  pair.setAttribute('aria-label', say('list.open', {rank: p.rank, a: idOf(p.a), b: idOf(p.b)}));
  const group = groupOfPair(p);
  return el('tr', {}, el('td', {class: 'number'}, pair),
      el('td', {}, textLink(p.a)), shareCell(p.shareA),
      el('td', {}, textLink(p.b), remarkOn(p.b)), shareCell(p.shareB),
      el('td', {class: 'number'}, number(p.words)),
      el('td', {class: 'number'}, number(p.passages.length),
          ...(p.reordered ? [' ', el('span', {class: 'quiet'}, say('kind.reordered'))] : [])),
      el('td', {class: 'number'}, group ? number(group) : '–'));
}

/** Returns the pairs of the list, in its order. */
function listed() {
  const wanted = $('filter').value.trim().toLowerCase();
  return wantedPairs().filter(p => !wanted
      || idOf(p.a).toLowerCase().includes(wanted)
      || idOf(p.b).toLowerCase().includes(wanted)).sort(ORDERS[order]);
}

function list() {
  listedGroup = least.group;
  groupNumbers = new Map(groupsAt(longPairs(), least.group).flatMap((g, i) => g.texts.map(d => [d, i + 1])));
  const pairs = listed();
  inPortions($('pairs'), pairs, ROWS, row);
  markOrder($('ranked'), order);
  $('least-share-value').textContent = percent(least.share / 100);
  $('least-words-value').textContent = number(least.words);
  $('least-words').setAttribute('aria-valuetext', number(least.words));
  const found = count(pairs.length, 'pair');
  $('found').textContent = pairs.length < data.pairs.length ? say('list.found', {pairs: found, all: data.pairs.length})
      : found;
}

function histogram() {
  const bins = new Array(10).fill(0);
  for (const p of data.pairs) {
    bins[Math.min(9, Math.floor(10 * largerShare(p)))]++;
  }
  drawBars($('histogram'), bins.map((n, i) => {
    const range = `${10 * i}–${10 * i + 10}`;
    return {n, said: say('list.bin', {range, pairs: count(n, 'pair')}), below: range};
  }));
}

/** Names the documents of some groups in a list that is hidden if there are none. */
function nameGroups(id, groups, title) {
  const total = groups.reduce((sum, group) => sum + group.count, 0);
  $(id).hidden = !total;
  $(id + '-title').textContent = title({n: total});
  $(id + '-list').replaceChildren(...groups.map(group => {
    const names = group.names.map(n => el('li', {}, el('bdi', {}, n)));
    if (group.count > group.names.length) {
      names.push(el('li', {}, say('graph.more', {n: group.count - group.names.length})));
    }
    const reason = say('reason.' + group.reason);
    return el('li', {}, say('report.leftOut.reason', {reason, n: group.count}), el('ul', {}, ...names));
  }));
}

/** Names the documents that were not read or left out, and the limits that were reached. */
function leftOut() {
  nameGroups('evasion', data.evasions, n => say('report.evasion', n));
  nameGroups('unread', data.leftOut.filter(group => group.unread), n => say('report.unread', n));
  nameGroups('left-out', data.leftOut.filter(group => !group.unread), n => say('report.leftOut', n));
  showNotes($('notes'), data.notes.map(({key, ...values}) => say('note.' + key, values)));
}

/** Says what was run: a reader of a printed page can run the same again. */
function showRun() {
  const [references, compared] = [true, false].map(is => data.documents.filter(d => !!d.reference === is).length);
  const skipped = data.leftOut.map(g => say('report.leftOut.reason', {reason: say('reason.' + g.reason), n: g.count})
      .replace(/\s*[:：]$/, ''));
  const rows = [
    ['version', run.version],
    ['time', new Intl.DateTimeFormat(language, {dateStyle: 'long', timeStyle: 'long'}).format(run.time)],
    ['command', run.command],
    ...['sources', 'references', 'index', 'templates'].map(key => [key, run[key].join(', ')]),
    ['read', count(compared, 'document')
        + (references ? `, ${say('report.references', {n: references})}` : '')],
    ['leftOut', skipped.join(', ')],
  ];
  $('run-list').replaceChildren(...rows.filter(([, value]) => value)
      .flatMap(([key, value]) => [el('dt', {}, say('run.' + key)), el('dd', {}, el('bdi', {}, value))]));
}

function overview() {
  const references = data.documents.filter(d => d.reference).length;
  const cut = data.total > data.pairs.length;
  $('summary').textContent = say(references ? 'report.compared.references' : 'report.compared', {
    documents: count(data.documents.length - references, 'document'),
    references: say('report.references', {n: references}),
    pairs: say(cut ? 'report.sharing.first' : 'report.sharing', {n: data.total, first: data.pairs.length}),
  });
  $('how-marks').replaceChildren(...sayParts('report.how.marks', {
    equal: el('mark', {class: 'sample'}, el('u', {}, say('report.how.equal'))),
    other: el('mark', {class: 'sample'}, say('report.how.other')),
  }));
  $('ranked').hidden = !data.pairs.length;
  leftOut();
  showRun();
  histogram();
  list();
}

function pairsAsCsv() {
  const share = say('list.part') + ' (%)';
  saveCsv('pairs.csv', [
    [say('list.pair'), say('list.text'), share, say('list.other'), share, say('list.words'), say('list.passages'),
      say('texts.group')],
    ...listed().map(p => [p.rank, idOf(p.a), csvShare(p.shareA), idOf(p.b) + remarkOn(p.b), csvShare(p.shareB), p.words,
      p.passages.length, groupOfPair(p) || '']),
  ]);
}

function startList() {
  const steps = [data.minWords, ...WORD_STEPS.filter(n => n > data.minWords && n <= data.pairs[0]?.words)];
  least.words = data.minWords;
  least.group = data.groupShare;
  $('least-words').max = steps.length - 1;
  $('least-words').value = 0;
  $('filter').addEventListener('input', list);
  $('least-share').addEventListener('input', () => {
    least.share = Number($('least-share').value);
    list();
  });
  $('least-words').addEventListener('input', () => {
    least.words = steps[Number($('least-words').value)];
    useGraph(subjectOfReport());
    list();
  });
  $('pairs-csv').addEventListener('click', pairsAsCsv);
  for (const b of document.querySelectorAll('#ranked th button')) {
    b.addEventListener('click', () => {
      order = b.dataset.order;
      list();
    });
  }
}
