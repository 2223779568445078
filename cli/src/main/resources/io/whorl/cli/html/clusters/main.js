// Navigation and keys.
let turn = 0;
let lastCluster = 0;

/** Shows the list, at the cluster that was viewed last. */
function showList() {
  show('overview');
  rows.draw(true);
  const place = lastCluster ? listed.indexOf(clusters[lastCluster - 1]) : -1;
  if (place >= 0) {
    rows.go(place);
    $('rows-scroll').scrollIntoView({block: 'nearest'});
  }
}

/** Shows the view that the address names. A view whose data arrive after another was opened is not shown. */
async function route() {
  const mine = ++turn;
  const [, view, n, place] = /^#(cluster|pair)-(\d+)(?:-(\d+))?(?:-\d+)?$/.exec(location.hash) || [];
  const cluster = clusters[Number(n) - 1];
  fail('');
  try {
    if (cluster) {
      const members = await membersOf(cluster.number);
      const texts = await textsOf(cluster.number);
      if (mine === turn) {
        const isPair = view === 'pair' && texts && texts.pairs[Number(place) - 1];
        lastCluster = cluster.number;
        if (isPair) {
          opened = {cluster, members, texts, prefix: 0};
          const p = pairOf(texts, Number(place) - 1);
          showPair(p, [p.a.text, p.b.text]);
        } else {
          showCluster(cluster, members, texts, view === 'cluster' ? Number(place) || 0 : 0);
        }
      }
    } else {
      showList();
    }
  } catch (e) {
    fail('This cluster cannot be shown: ' + e.message);
  }
  document.documentElement.dataset.shown = location.hash || '#';
}

function onKey(e) {
  if (e.target.matches('input, textarea, select') || e.ctrlKey || e.metaKey || e.altKey) {
    return;
  }
  const inPair = !$('pair').hidden;
  if (e.key === 'n' || e.key === 'p') {
    const link = $(e.key === 'n' ? 'next-cluster' : 'previous-cluster');
    if (inPair) {
      step(e.key === 'n' ? 1 : -1);
    } else if (!$('cluster').hidden && link.hasAttribute('href')) {
      location.hash = link.getAttribute('href');
    }
  } else if (e.key === 'Escape' && location.hash) {
    location.hash = inPair ? '#cluster-' + opened.cluster.number : '';
  }
}

async function start() {
  if (!await readData()) {
    return;
  }
  startLanguages(() => {});
  await readClusters();
  startList();
  overview();
  find();
  startCluster();
  startPair(PAIR_PAGE);
  startGraph();
  startViews();
  document.addEventListener('keydown', onKey);
  window.addEventListener('hashchange', route);
  await route();
  document.documentElement.dataset.ready = 'true';
}

start().catch(e => fail('This page is damaged: ' + e.message));
