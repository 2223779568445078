// One cluster: its figures, texts, time, members and graph.
const ROWS = 500;
/** Characters of a text before it is opened, on wide and on narrow screens. */
const PREVIEWS = [500, 220];
const SAMPLES = 20;
/** The cluster that is shown: {cluster, members, texts, prefix}. */
let opened = null;
let memberOrder = '';
let memberReversed = false;

/** Returns a short name of a member for pictures. */
const shortName = i => short(opened.members.ids[i].slice(opened.prefix));

function showCluster(cluster, members, texts, member) {
  opened = {cluster, members, texts, prefix: commonDirectory(members.ids)};
  $('cluster-title').textContent = `Cluster ${number(cluster.number)}: ${count(cluster.size, 'document')}`;
  show('cluster');
  const place = listed.indexOf(cluster);
  for (const [id, neighbour] of [['previous-cluster', listed[place - 1]], ['next-cluster', listed[place + 1]]]) {
    if (place >= 0 && neighbour) {
      $(id).setAttribute('href', '#cluster-' + neighbour.number);
    } else {
      $(id).removeAttribute('href');
    }
  }
  const figure = (title, ...value) => [el('dt', {}, title), el('dd', {}, ...value)];
  $('figures').replaceChildren(
      ...figure('Representative', el('bdi', {}, cluster.representative)),
      ...figure('Least score with it', score(cluster.least)),
      ...figure('Least score of any two members', score(cluster.pair)),
      ...figure(data.components ? 'Joined only by a chain' : 'Chained, left out', count(cluster.chained, 'document')),
      ...(data.dated && cluster.from !== undefined ? figure('Dates', dates(cluster)) : []));
  showSamples();
  drawTimeline(cluster, members);
  memberOrder = '';
  showMembers();
  useGraph(subjectOfCluster());
  $('graph-text').textContent = 'A line joins two members whose score reaches the threshold: the thicker, the higher '
      + 'the score. The square is the representative.'
      + (members.dates ? ' An arrow leads from the older to the newer document.' : '')
      + (members.moreEdges ? ' Only the best pairs and those with the representative are on this page.' : '');
  refreshGraph();
  if (member) {
    goToMember(member - 1);
  }
}

// ---- texts ----

/** Returns the pair of the representative and a sample, as the view of two texts shows it. */
function pairOf(texts, k) {
  const d = i => ({...texts.documents[i], cluster: opened.cluster.number});
  return {...texts.pairs[k], a: d(0), b: d(k + 1), sample: k + 1};
}

function showSamples() {
  const {cluster, texts} = opened;
  $('samples').hidden = !data.textClusters;
  if (!texts) {
    $('samples-text').textContent = 'No texts of this cluster are on the page.';
    return $('samples-list').replaceChildren();
  }
  const all = texts.documents.length;
  $('samples-text').textContent = all > 2 && all < cluster.size
      ? `Texts of ${number(all)} of ${count(cluster.size, 'document')}: the representative, the least similar member, `
        + 'and others.' : '';
  inPortions($('samples-list'), texts.pairs, SAMPLES, (_, k) => sample(pairOf(texts, k)));
}

function sample(p) {
  const head = (shown, share) => el('h4', {}, shown, el('span', {class: 'quiet'}, ` ${percent(share)}`));
  const link = el('a', {href: `#pair-${p.a.cluster}-${p.sample}`}, isolated(p.b.id));
  link.setAttribute('aria-label', `${p.b.id}: show it and the representative side by side`);
  return el('li', {}, el('p', {}, sum(p)),
      el('div', {class: 'preview'},
          el('div', {}, head(isolated(p.a.id), p.shareA), preview(p, 'a')),
          el('div', {}, head(link, p.shareB), preview(p, 'b'))));
}

/** Returns the beginning of a text with its passages. */
function preview(p, side) {
  const most = PREVIEWS[window.innerWidth < 640 ? 1 : 0];
  const end = most - (/[\ud800-\udbff]/.test(p[side].text[most - 1] || '') ? 1 : 0);
  const marks = p.passages.filter(s => s[side][0] < end).map((s, i) => ({
    from: s[side][0], to: Math.min(end, s[side][1]), index: i, number: i + 1, hue: HUES[i % HUES.length],
    equal: () => s.kind === 'verbatim' ? [s[side]] : [], label: '', open: () => {},
  }));
  const pane = new Pane(el('div', {class: 'excerpt', dir: 'auto'}), p[side].text.slice(0, end), marks, []);
  pane.fillAll();
  pane.element.querySelectorAll('button').forEach(b => b.remove());
  pane.element.lastChild.append(p[side].text.length > end ? '…' : '');
  return pane.element;
}

// ---- members ----

function memberItems() {
  const {members} = opened;
  const items = members.ids.map((id, i) => i);
  const by = {
    id: (i, k) => members.ids[i] < members.ids[k] ? -1 : members.ids[i] > members.ids[k] ? 1 : i - k,
    score: (i, k) => members.scores[k] - members.scores[i] || i - k,
    date: (i, k) => (members.dates[i] ?? Infinity) - (members.dates[k] ?? Infinity) || i - k,
  }[memberOrder];
  // The difference of two infinite dates is not a number, which counts as 0.
  const sorted = by ? items.sort((i, k) => by(i, k) || i - k) : items;
  return memberReversed ? sorted.reverse() : sorted;
}

function showMembers() {
  const {cluster, members, texts} = opened;
  const samples = new Map(texts ? texts.documents.map((d, k) => [d.member, k]) : []);
  $('date-head').hidden = !members.dates;
  $('to-head').hidden = !members.to;
  $('text-head').hidden = !texts;
  inPortions($('members-rows'), memberItems(), ROWS, i => {
    const k = samples.get(i);
    const link = k > 0 ? el('a', {href: `#pair-${cluster.number}-${k}`}, 'side by side') : '';
    const cells = [el('td', {}, el('bdi', {}, members.ids[i]), i ? '' : ' (representative)'),
      el('td', {class: 'number'}, i || data.components ? score(members.scores[i]) : '–')];
    if (members.dates) {
      cells.push(el('td', {}, members.dates[i] === null ? '–' : dateText(members.dates[i])));
    }
    if (members.to) {
      const to = members.ids[members.to[i]];
      cells.push(el('td', {}, to === undefined ? '–' : el('bdi', {}, to)));
    }
    return el('tr', {id: 'member-' + (i + 1), tabindex: '-1'}, ...cells, ...(texts ? [el('td', {}, link)] : []));
  });
  const asc = memberOrder === 'score' === memberReversed;
  markOrder($('members'), memberOrder, asc ? 'ascending' : 'descending');
  $('members-text').textContent = (data.components ? '' : 'Scores are with the representative.')
      + (cluster.size > members.ids.length
          ? ` These are the first ${number(members.ids.length)} of ${number(cluster.size)} members.` : '');
}

/** Scrolls to a member and marks its row. */
function goToMember(i) {
  let more;
  while (!$('member-' + (i + 1)) && (more = $('members-rows').querySelector('.more'))) {
    more.click();
  }
  const row = $('member-' + (i + 1));
  if (row) {
    document.querySelectorAll('#members-rows .current').forEach(r => r.classList.remove('current'));
    row.classList.add('current');
    row.focus({preventScroll: true});
    row.scrollIntoView({block: 'center'});
  }
}

// ---- graph ----

/** Returns the pairs of a cluster: each member's with the document that it was joined to, and the best others. */
function pairsOfCluster() {
  const {members} = opened;
  const known = new Map();
  const add = (a, b, s) => {
    const key = Math.min(a, b) * members.ids.length + Math.max(a, b);
    if (a !== b && a >= 0 && b >= 0 && !known.has(key)) {
      known.set(key, {a, b, score: s});
    }
  };
  members.ids.forEach((_, i) => add(i, members.to ? members.to[i] : 0, members.scores[i]));
  for (let k = 0; k < members.edges.length; k += 3) {
    add(members.edges[k], members.edges[k + 1], members.edges[k + 2]);
  }
  return [...known.values()].sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b);
}

function subjectOfCluster() {
  const {cluster, members, texts} = opened;
  const samples = new Map(texts ? texts.documents.map((d, k) => [d.member, k]) : []);
  const strength = p => Math.min(1, p.score / data.highest);
  const pairHref = p => Math.min(p.a, p.b) === 0 && samples.get(Math.max(p.a, p.b)) > 0
      ? `#pair-${cluster.number}-${samples.get(Math.max(p.a, p.b))}` : '';
  return {
    pairs: pairsOfCluster(),
    leastLabel: () => 'Only pairs with a score of at least',
    partners: () => 'Similar to',
    strength,
    // Scores begin at the threshold, so the widths do, too.
    weight: p => Math.max(0, (p.score - data.minScore) / Math.max(1e-9, data.highest - data.minScore)),
    least: Math.min(100, Math.floor(100 * data.minScore / data.highest)),
    strengthText: p => score(p.score),
    leastText: least => data.highest <= 1 ? (least / 100 * data.highest).toFixed(2)
        : number(Math.ceil(least / 100 * data.highest)),
    label: p => `${members.ids[p.a]} and ${members.ids[p.b]}, score ${score(p.score)}`,
    relation: degree => `is similar to ${count(degree, 'otherMember')}`,
    pairHref,
    nodeHref: i => `#cluster-${cluster.number}-${i + 1}`,
    idOf: i => members.ids[i],
    shortName,
    square: i => i === 0,
    dashed: () => false,
    onLeast: () => {},
    arrow: p => {
      const [a, b] = members.dates ? [members.dates[p.a], members.dates[p.b]] : [null, null];
      return a === null || b === null ? 0 : Math.sign(b - a);
    },
  };
}

function startCluster() {
  for (const b of $('members').querySelectorAll('th button')) {
    b.addEventListener('click', () => {
      memberReversed = memberOrder === b.dataset.order && !memberReversed;
      memberOrder = b.dataset.order;
      showMembers();
    });
  }
  $('timeline-picture').addEventListener('keydown', onTimelineKey);
}
