// Navigation and keys.
let turn = 0;
let lastPair = 0;
/** What was run: {version, time, command, sources, references, index, templates}. */
let run;

/** Shows the list, at the pair that was viewed last. */
function showList() {
  show('overview');
  if (listedGroup !== least.group) {
    list();
  }
  const row = lastPair && $('row-' + lastPair);
  if (row) {
    row.focus({preventScroll: true});
    row.scrollIntoView({block: 'center'});
  }
}

/** Shows the view that the address names. A view whose texts arrive after another was opened is not shown. */
async function route() {
  const mine = ++turn;
  const [, view, n, place] = /^#(pair|text|texts|graph)(?:-(\d+))?(?:-(\d+))?$/.exec(location.hash) || [];
  const p = view === 'pair' && data.pairs[Number(n) - 1];
  const d = view === 'text' && data.pairs.some(q => q.a === Number(n) || q.b === Number(n)) ? Number(n) : -1;
  fail('');
  try {
    if (p) {
      const both = [await textOf(p.a), await textOf(p.b)];
      if (mine === turn) {
        showPair(p, both, Number(place));
        lastPair = p.rank;
      }
    } else if (d >= 0) {
      const text = await textOf(d);
      if (mine === turn) {
        showText(d, text);
      }
    } else if (view === 'texts') {
      show('texts');
      fillTexts();
    } else if (view === 'graph') {
      showGraph();
    } else {
      showList();
    }
  } catch (e) {
    fail(say('report.unshown', {why: e.message}));
  }
  document.documentElement.dataset.shown = location.hash || '#';
}

function onKey(e) {
  if (e.target.matches('input, textarea, select') || e.ctrlKey || e.metaKey || e.altKey) {
    return;
  }
  if (e.key === 'n') {
    step(1);
  } else if (e.key === 'p') {
    step(-1);
  } else if (e.key === 'Escape' && location.hash) {
    location.hash = '';
  }
}

/** Shows the page again, in another language. */
function refresh() {
  overview();
  route();
}

async function start() {
  if (!await readData()) {
    return;
  }
  run = JSON.parse(await inflate('run'));
  startLanguages(refresh);
  startList();
  overview();
  startTexts();
  startPair(PAIR_PAGE);
  useGraph(subjectOfReport());
  startGraph();
  startViews();
  document.addEventListener('keydown', onKey);
  window.addEventListener('hashchange', route);
  window.addEventListener('beforeprint', () => { $('run-details').open = true; });
  await route();
  document.documentElement.dataset.ready = 'true';
}

start().catch(e => fail('This page is damaged: ' + e.message));
