// Helpers of all views. The files that a page lists are joined, in order, into one script.
const HUES = [210, 35, 130, 330, 270, 175, 60, 0];
const SVG = 'http://www.w3.org/2000/svg';
const $ = id => document.getElementById(id);
let data;

/** Makes an element. Strings become text nodes, so that nothing of a document is read as markup. */
function el(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}

function svg(name, attributes, ...children) {
  const e = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) {
    e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}

const isolated = text => el('bdi', {}, text);
const percent = share => share > 0 && share < 0.01 ? say('percent.less') : say('percent', {n: Math.round(100 * share)});
const number = n => formats.number.format(n);
/** A number of things, whose names are the texts that begin with "n.". */
const count = (n, thing) => say('n.' + thing, {n});
const describe = s => `${say('kind.' + s.kind)}, ${count(s.words, 'word')}`;

/** Returns the pages of a passage in one of the texts, as of a PDF; empty if they are not known. */
function pagesOf(s, side) {
  const [, place, n, last] = /^([a-z]+) (\d+)(?:-(\d+))?$/.exec((side === 'a' ? s.pageA : s.pageB) || '') || [];
  return place ? say('place.' + place, {n: Number(n), last: Number(last)}) : '';
}

// ---- the texts of the page, in the language of the reader ----

let sayings = {};
let language = 'en';
let formats = {};

function speak(wanted) {
  language = wanted;
  formats = {
    number: new Intl.NumberFormat(language), plural: new Intl.PluralRules(language),
    compact: new Intl.NumberFormat(language, {notation: 'compact', maximumFractionDigits: 0}),
  };
  document.documentElement.lang = language;
  for (const e of document.querySelectorAll('[data-say]')) {
    e.replaceChildren(...sayParts(e.dataset.say));
  }
  for (const e of document.querySelectorAll('[data-label]')) {
    e.setAttribute('aria-label', say(e.dataset.label));
  }
  document.title = document.querySelector('h1').textContent;
}

/**
 * Returns a text of the page as strings and elements. Values are strings, numbers or elements; the form of a text
 * depends on the value n.
 */
function sayParts(key, values = {}) {
  const forms = sayings[language][key].split(' | ');
  const form = forms.length > 1 && formats.plural.select(values.n) !== 'one' ? forms[1] : forms[0];
  return form.split(/(\{\w+\}|\*[^*]+\*)/).filter(part => part).map(part => {
    const value = part[0] === '{' ? values[part.slice(1, -1)] : part;
    return part[0] === '*' ? el('b', {}, part.slice(1, -1)) : typeof value === 'number' ? number(value) : value;
  });
}

const say = (key, values) => sayParts(key, values).join('');

/** Lets the reader choose a language; the page opens in the first one of the browser that it has. */
function startLanguages(refresh) {
  const all = Object.keys(sayings).sort();
  const choice = $('language');
  choice.replaceChildren(...all.map(l =>
      el('option', {value: l, lang: l}, new Intl.DisplayNames(l, {type: 'language'}).of(l))));
  choice.parentNode.hidden = all.length < 2;
  speak(navigator.languages.map(l => l.slice(0, 2).toLowerCase()).find(l => all.includes(l)) || 'en');
  choice.value = language;
  choice.addEventListener('change', () => {
    speak(choice.value);
    refresh();
  });
}

async function inflate(id) {
  const binary = atob($(id).textContent.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = binary.charCodeAt(i);
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new TextDecoder('utf-8', {ignoreBOM: true}).decode(await new Response(stream).arrayBuffer());
}

function announce(message) {
  $('live').textContent = message;
}

function fail(message) {
  $('failure').textContent = message;
  $('failure').hidden = !message;
}

/** Returns the first index from 0 to length for which the test holds; the test must not hold before one that holds. */
function firstWhere(length, test) {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    [low, high] = test(middle) ? [low, middle] : [middle + 1, high];
  }
  return low;
}

/** Makes elements until the list ends, so many at a time; a button makes the next ones. */
function inPortions(parent, items, size, make) {
  let done = 0;
  const more = () => {
    const part = items.slice(done, done + size);
    parent.append(...part.map((item, i) => make(item, done + i)));
    done += part.length;
    if (done < items.length) {
      const next = number(Math.min(size, items.length - done));
      const button = el('button', {type: 'button', class: 'more'}, say('more', {next, all: items.length}));
      const holder = parent.tagName === 'TBODY' ? el('tr', {}, el('td', {colspan: '9'}, button))
          : el(parent.tagName === 'OL' ? 'li' : 'p', {}, button);
      button.addEventListener('click', () => {
        holder.remove();
        const first = parent.children.length;
        more();
        const link = parent.children[first].querySelector('a, button');
        if (link) {
          link.focus();
        }
      });
      parent.append(holder);
    }
  };
  parent.replaceChildren();
  more();
}

/**
 * Draws columns in a list. Bars are {n, said, below}: a number, the same for screen readers, and what is shown below
 * the column.
 */
function drawBars(list, bars) {
  const most = Math.max(1, ...bars.map(b => b.n));
  const compact = n => n < 10000 ? number(n) : formats.compact.format(n);
  list.replaceChildren(...bars.map(({n, said, below}) => {
    const bar = el('span', {class: 'column'});
    bar.style.height = 70 * n / most + '%';
    return el('li', {}, el('span', {class: 'away'}, said),
        el('span', {'aria-hidden': 'true'}, n ? compact(n) : ''), bar, el('span', {'aria-hidden': 'true'}, below));
  }));
}

/** Marks the column that orders a table, for people and for screen readers. */
function markOrder(table, order, direction = 'descending') {
  for (const b of table.querySelectorAll('th button')) {
    if (b.dataset.order === order) {
      b.parentNode.setAttribute('aria-sort', direction);
    } else {
      b.parentNode.removeAttribute('aria-sort');
    }
  }
}

/** Shows limits and other notes in front of a view. */
function showNotes(element, notes) {
  element.replaceChildren(...notes.map(note => el('p', {class: 'note'}, el('strong', {}, say('note')), ' ', note)));
}
