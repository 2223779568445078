// Navigation and keys.
let turn = 0;
let lastPair = 0;
/** The panes of the current view. */
const visible = [];

/** Shows a view, and forgets the texts of the view before. */
function show(id) {
  shown = null;
  for (const pane of visible.splice(0)) {
    pane.element.replaceChildren();
  }
  for (const view of document.querySelectorAll('main > section')) {
    view.hidden = view.id !== id;
  }
  for (const link of document.querySelectorAll('nav a')) {
    if (link.dataset.view === id) {
      link.setAttribute('aria-current', 'page');
    } else {
      link.removeAttribute('aria-current');
    }
  }
  window.scrollTo(0, 0);
  const heading = $(id).querySelector('h2');
  heading.focus({preventScroll: true});
  announce(heading.textContent);
}

/** Shows the list, at the pair that was viewed last. */
function showList() {
  show('overview');
  const row = lastPair && $('row-' + lastPair);
  if (row) {
    row.focus({preventScroll: true});
    row.scrollIntoView({block: 'center'});
  }
}

/** Shows the view that the address names. A view whose texts arrive after another was opened is not shown. */
async function route() {
  const mine = ++turn;
  const [, view, n, place] = /^#(pair|text|graph)(?:-(\d+))?(?:-(\d+))?$/.exec(location.hash) || [];
  const p = view === 'pair' && data.pairs[Number(n) - 1];
  const d = view === 'text' && data.pairs.some(q => q.a === Number(n) || q.b === Number(n)) ? Number(n) : -1;
  fail('');
  try {
    if (p) {
      const both = [await textOf(p.a), await textOf(p.b)];
      if (mine === turn) {
        showPair(p.rank, both, Number(place));
        lastPair = p.rank;
      }
    } else if (d >= 0) {
      const text = await textOf(d);
      if (mine === turn) {
        showText(d, text);
      }
    } else if (view === 'graph') {
      showGraph();
    } else {
      showList();
    }
  } catch (e) {
    fail('This text cannot be shown: ' + e.message);
  }
  document.documentElement.dataset.shown = location.hash || '#';
}

function onKey(e) {
  if (e.target.matches('input, textarea') || e.ctrlKey || e.metaKey || e.altKey) {
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

async function start() {
  if (typeof DecompressionStream === 'undefined') {
    return fail('This browser cannot decompress the texts. Use a current version of Firefox, Chrome, Edge or Safari.');
  }
  data = JSON.parse(await inflate('data'));
  startList();
  startPair();
  startGraph();
  for (const button of document.querySelectorAll('.print')) {
    button.addEventListener('click', () => window.print());
  }
  window.addEventListener('beforeprint', () => {
    for (let more; (more = document.querySelector('main > section:not([hidden]) .more'));) {
      more.click();
    }
    for (const pane of visible) {
      pane.fillAll();
    }
  });
  document.addEventListener('keydown', onKey);
  window.addEventListener('hashchange', route);
  await route();
  document.documentElement.dataset.ready = 'true';
}

start().catch(e => fail('This report is damaged: ' + e.message));
