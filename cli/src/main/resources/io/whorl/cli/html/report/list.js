// The first view: the ranked pairs, their distribution, and what is left out.
const ROWS = 1000;
const ORDERS = {
  words: (x, y) => y.words - x.words || x.rank - y.rank,
  shareA: (x, y) => y.shareA - x.shareA || x.rank - y.rank,
  shareB: (x, y) => y.shareB - x.shareB || x.rank - y.rank,
  passages: (x, y) => y.passages.length - x.passages.length || x.rank - y.rank,
};
let order = 'words';

function shareCell(share) {
  const bar = el('span', {class: 'share', 'aria-hidden': 'true'}, el('span'));
  bar.firstChild.style.width = Math.round(100 * share) + '%';
  return el('td', {class: 'number'}, bar, percent(share));
}

function row(p) {
  const pair = el('a', {href: '#pair-' + p.rank, id: 'row-' + p.rank}, String(p.rank));
  pair.setAttribute('aria-label', `Pair ${p.rank}: show ${idOf(p.a)} and ${idOf(p.b)} side by side`);
  return el('tr', {}, el('td', {class: 'number'}, pair),
      el('td', {}, el('a', {href: '#text-' + p.a}, name(p.a))), shareCell(p.shareA),
      el('td', {}, el('a', {href: '#text-' + p.b}, name(p.b)), data.documents[p.b].reference ? ' (reference)' : ''),
      shareCell(p.shareB),
      el('td', {class: 'number'}, number(p.words)),
      el('td', {class: 'number'}, number(p.passages.length)));
}

function list() {
  const wanted = $('filter').value.trim().toLowerCase();
  const pairs = data.pairs.filter(p => !wanted
      || idOf(p.a).toLowerCase().includes(wanted)
      || idOf(p.b).toLowerCase().includes(wanted)).sort(ORDERS[order]);
  inPortions($('pairs'), pairs, ROWS, row);
  markOrder($('ranked'), order);
  $('found').textContent = count(pairs.length, 'pair') + (wanted ? ' of ' + number(data.pairs.length) : '');
}

function histogram() {
  const bins = new Array(10).fill(0);
  for (const p of data.pairs) {
    bins[Math.min(9, Math.floor(10 * largerShare(p)))]++;
  }
  drawBars($('histogram'), bins.map((n, i) => {
    const range = `${10 * i}–${10 * i + 10}`;
    return {n, said: `${range} %: ${count(n, 'pair')}`, below: range};
  }));
}

/** Names the documents of some groups in a list that is hidden if there are none. */
function nameGroups(id, groups, title) {
  const total = groups.reduce((sum, group) => sum + group.count, 0);
  $(id).hidden = !total;
  $(id + '-title').textContent = count(total, 'document') + title;
  $(id + '-list').replaceChildren(...groups.map(group => {
    const names = group.names.map(n => el('li', {}, el('bdi', {}, n)));
    if (group.count > group.names.length) {
      names.push(el('li', {}, `and ${number(group.count - group.names.length)} more`));
    }
    return el('li', {}, `${group.reason} (${number(group.count)}):`, el('ul', {}, ...names));
  }));
}

/** Names the documents that were not read or left out, and the limits that were reached. */
function leftOut() {
  nameGroups('unread', data.leftOut.filter(group => group.unread), ' could not be read, so not compared');
  nameGroups('left-out', data.leftOut.filter(group => !group.unread), ' cannot share passages');
  showNotes($('notes'), data.notes);
}

function overview() {
  const references = data.documents.filter(d => d.reference).length;
  const compared = data.documents.length - references;
  $('summary').textContent = `Compared ${count(compared, 'document')} `
      + (references ? `with ${count(references, 'older document')} (references)` : 'with each other') + ': '
      + `${count(data.total, 'pair')} ${data.total === 1 ? 'has' : 'have'} shared passages`
      + (data.total > data.pairs.length ? `, and this page shows the first ${number(data.pairs.length)}` : '') + '.';
  $('ranked').hidden = !data.pairs.length;
  leftOut();
  histogram();
  list();
}

function startList() {
  overview();
  $('filter').addEventListener('input', list);
  for (const b of document.querySelectorAll('th button')) {
    b.addEventListener('click', () => {
      order = b.dataset.order;
      list();
    });
  }
}
