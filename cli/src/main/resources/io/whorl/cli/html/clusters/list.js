// The first view: the list of clusters, ordered and searched.
const SEARCH_DELAY = 150;
const ORDERS = {
  number: (x, y) => x.number - y.number,
  size: (x, y) => y.size - x.size || x.number - y.number,
  least: (x, y) => x.least - y.least || x.number - y.number,
  pair: (x, y) => x.pair - y.pair || x.number - y.number,
  chained: (x, y) => y.chained - x.chained || x.number - y.number,
  from: (x, y) => (x.from ?? Infinity) - (y.from ?? Infinity) || x.number - y.number || 0,
  representative: (x, y) => x.representative < y.representative ? -1 : x.representative > y.representative ? 1
      : x.number - y.number,
};
/** Orders whose smallest value comes first. */
const ASCENDING = ['number', 'least', 'pair', 'from', 'representative'];
let order = 'number';
let reversed = false;
let rows;
/** The clusters of the list, in its order. */
let listed = [];
/** For each cluster that the search found by a member: its id. */
let foundBy = new Map();
let search = 0;

function dates(c) {
  if (c.from === undefined) {
    return '';
  }
  const [first, last] = [dateText(c.from).slice(0, 10), dateText(c.to).slice(0, 10)];
  return first === last ? first : `${first} – ${last}`;
}

function row(c) {
  const link = el('a', {href: '#cluster-' + c.number, id: 'row-' + c.number}, number(c.number));
  link.setAttribute('aria-label', `Cluster ${c.number}: ${count(c.size, 'document')}, ${c.representative}`);
  const by = foundBy.get(c.number);
  const title = by ? `${c.representative} (${by})` : c.representative;
  const cells = [el('td', {class: 'number'}, link), el('td', {class: 'number'}, number(c.size)),
    el('td', {class: 'number'}, score(c.least)), el('td', {class: 'number more-room'}, score(c.pair)),
    el('td', {class: 'number more-room'}, number(c.chained)),
    ...(data.dated ? [el('td', {class: 'dates more-room'}, dates(c))] : []),
    el('td', {class: 'text', title}, el('bdi', {}, c.representative),
        ...(by ? [el('span', {class: 'quiet'}, ' (', el('bdi', {}, by), ')')] : []))];
  return el('tr', {}, ...cells);
}

/** Shows the clusters that the search found, in the chosen order. */
function showRows(found) {
  listed = found.slice().sort(ORDERS[order]);
  if (reversed) {
    listed.reverse();
  }
  rows.show(listed);
  markOrder($('rows-table'), order, ASCENDING.includes(order) !== reversed ? 'ascending' : 'descending');
}

/** Finds clusters by their representatives at once, then by all members, block by block. */
async function find() {
  const mine = ++search;
  const wanted = $('filter').value.trim().toLowerCase();
  foundBy = new Map();
  const found = clusters.filter(c => !wanted || c.representative.toLowerCase().includes(wanted));
  showRows(found);
  const all = wanted ? ` of ${number(clusters.length)}` : '';
  $('found').textContent = count(found.length, 'cluster') + all + (wanted ? ', searching members …' : '');
  if (!wanted) {
    return;
  }
  const known = new Set(found);
  for (let k = 0; k < firsts.length; k++) {
    const block = JSON.parse(await inflate('clusters-' + firsts[k]));
    if (mine !== search) {
      return;
    }
    block.forEach(({ids}, i) => {
      const c = clusters[firsts[k] - 1 + i];
      const by = known.has(c) ? undefined : ids.find(id => id.toLowerCase().includes(wanted));
      if (by !== undefined) {
        found.push(c);
        foundBy.set(c.number, by);
      }
    });
  }
  if (foundBy.size) {
    showRows(found);
  }
  $('found').textContent = count(found.length, 'cluster') + all;
}

function startList() {
  if (!data.dated) {
    $('dates-head').remove();
  }
  rows = new Rows($('rows-scroll'), $('rows-table'), $('rows'), row);
  let timer = 0;
  $('filter').addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(find, SEARCH_DELAY);
  });
  for (const b of $('rows-head').querySelectorAll('button')) {
    b.addEventListener('click', () => {
      reversed = order === b.dataset.order && !reversed;
      order = b.dataset.order;
      showRows(listed);
    });
  }
  window.addEventListener('beforeprint', () => {
    if (!$('overview').hidden) {
      const printed = rows.fillForPrint();
      $('printed').textContent = printed < listed.length
          ? `The first ${number(printed)} of ${number(listed.length)} clusters of the list.` : '';
    }
  });
  window.addEventListener('afterprint', () => rows.draw(true));
}
