// Views of a page, and printing.
/** The panes of the current view. */
const visible = [];

/** Shows a view, and forgets the texts of the view before. */
function show(id) {
  closePair();
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

/** Prepares what all pages have: buttons that print, and views that print in full. */
function startViews() {
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
}

/** Reads the data of the page; false if the browser cannot. */
async function readData() {
  if (typeof DecompressionStream === 'undefined') {
    fail($('old-browser').textContent);
    return false;
  }
  sayings = JSON.parse(await inflate('sayings'));
  data = JSON.parse(await inflate('data'));
  return true;
}
