// A text with marked passages.
/** A text is shown in blocks of about so many UTF-16 units, which browsers lay out only when they are near. */
const BLOCK = 4000;

/** Why text does not count, by kind. */
const LEFT_OUT = ['pair.given', 'pair.references', 'pair.quotation'];

/** Returns where the blocks of a text begin: after a line end, or within a long line after a blank. */
function blockStarts(text) {
  const starts = [0];
  for (let at = 0; text.length - at > 4 * BLOCK;) {
    const rest = text.slice(at + BLOCK, at + 4 * BLOCK);
    const lineEnd = rest.indexOf('\n') + 1;
    const blank = rest.lastIndexOf(' ') + 1;
    at += BLOCK + (lineEnd || blank || rest.length);
    if (/[\udc00-\udfff]/.test(text[at])) {
      at--;
    }
    starts.push(at);
  }
  return starts;
}

/** Returns the marks without overlaps, in order; of marks that overlap, the first one keeps the place. */
function disjoint(marks) {
  const kept = [];
  let at = 0;
  for (const m of marks.slice().sort((x, y) => x.from - y.from || y.to - x.to)) {
    if (m.to > at) {
      kept.push({...m, from: Math.max(at, m.from)});
      at = m.to;
    }
  }
  return kept;
}

/** Characters that change the order of others, or have no width between letters of an alphabet. */
const SIGNS = new RegExp('([\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u200b\\u2060-\\u2064\\u180e]'
    + '|[\\u{e0020}-\\u{e007f}]'
    + '|(?<=[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}])[\\u200c\\u200d\\ufeff\\ufe00-\\ufe0f]'
    + '(?=[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]))', 'u');

/** Returns the parts of a text to show. A character of SIGNS is drawn as a sign, so that it has no effect. */
function signed(text) {
  return SIGNS.test(text) ? text.split(SIGNS).map((part, i) => i % 2 === 0 ? part
      : el('span', {class: 'sign', title: say('pair.sign')},
          'U+' + part.codePointAt(0).toString(16).toUpperCase().padStart(4, '0'))) : [text];
}

/**
 * Shows a text in an element. Blocks are filled when they are near, before printing, and otherwise in idle time; until
 * then they hold the plain text.
 *
 * Marks are {from, to, index, hue, number, label, equal(), open()}; template spans [from, to, kind]
 * are text that does not count.
 */
class Pane {
  constructor(element, text, marks, template) {
    this.element = element;
    this.text = text;
    this.marks = disjoint(marks);
    this.template = template;
    this.starts = blockStarts(text);
    this.filled = new Set();
    this.blocks = this.starts.map((from, k) => {
      const part = text.slice(from, this.end(k));
      const block = el('div', {class: 'block'}, ...signed(part));
      if (this.starts.length > 1) {
        block.classList.add('far');
        block.style.containIntrinsicSize = `auto ${Math.ceil(part.length / 70 + part.split('\n').length) * 24}px`;
      }
      return block;
    });
    element.replaceChildren(...this.blocks);
    element.scrollTop = 0;
    this.next = 0;
    this.fillSome();
  }

  end(k) {
    return k + 1 < this.starts.length ? this.starts[k + 1] : this.text.length;
  }

  /** Fills blocks for a few milliseconds, and goes on later. */
  fillSome() {
    const until = performance.now() + 20;
    while (this.next < this.blocks.length && (this.next === 0 || performance.now() < until)) {
      this.fill(this.next++);
    }
    if (this.next < this.blocks.length && this.blocks[0].isConnected) {
      setTimeout(() => this.fillSome(), 10);
    }
  }

  fillAll() {
    this.blocks.forEach((_, k) => this.fill(k));
  }

  fill(k) {
    if (this.filled.has(k)) {
      return;
    }
    this.filled.add(k);
    const out = document.createDocumentFragment();
    const end = this.end(k);
    let at = this.starts[k];
    const first = firstWhere(this.marks.length, n => this.marks[n].to > at);
    for (let i = first; i < this.marks.length && this.marks[i].from < end; i++) {
      const m = this.marks[i];
      this.plain(out, at, Math.max(at, m.from));
      at = Math.min(end, m.to);
      out.append(this.mark(m, Math.max(this.starts[k], m.from), at));
    }
    this.plain(out, at, end);
    this.blocks[k].replaceChildren(out);
  }

  mark(m, from, to) {
    const mark = el('mark', {'data-passage': m.index});
    mark.style.setProperty('--h', m.hue);
    if (from === m.from) {
      mark.append(el('button', {type: 'button', class: 'no', 'aria-label': m.label}, String(m.number)));
    }
    let at = from;
    for (const [start, end] of m.equal()) {
      if (end > at && start < to) {
        this.plain(mark, at, Math.max(at, start));
        const u = el('u');
        this.plain(u, Math.max(at, start), Math.min(to, end));
        mark.append(u);
        at = Math.min(to, end);
      }
    }
    this.plain(mark, at, to);
    mark.addEventListener('click', m.open);
    return mark;
  }

  plain(parent, from, to) {
    let at = from;
    for (let t = firstWhere(this.template.length, n => this.template[n][1] > at); at < to; t++) {
      const [start, end, kind] = t < this.template.length ? this.template[t] : [to, to];
      parent.append(...signed(this.text.slice(at, Math.min(to, Math.max(at, start)))));
      at = Math.max(at, Math.min(to, start));
      if (at < to) {
        const given = this.text.slice(at, Math.min(to, end));
        parent.append(el('s', {class: 'given', title: say(LEFT_OUT[kind])}, ...signed(given)));
        at = Math.min(to, end);
      }
    }
  }

  /** Returns the mark that begins at a place or covers it. */
  markAt(place) {
    const i = firstWhere(this.marks.length, n => this.marks[n].to > place);
    if (i === this.marks.length) {
      return null;
    }
    const k = firstWhere(this.starts.length, n => this.starts[n] > Math.max(place, this.marks[i].from)) - 1;
    this.fill(k);
    return this.blocks[k].querySelector(`mark[data-passage="${this.marks[i].index}"]`);
  }

  /** Scrolls until an element is near the top. Blocks that come near change their height, so this is repeated. */
  scrollTo(target, again = this.starts.length > 1 ? 3 : 0) {
    const pane = this.element;
    const top = target.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
    const behavior = this.starts.length > 1 ? 'instant' : 'auto';
    pane.scrollTo({top: Math.max(0, top - pane.clientHeight / 5), behavior});
    if (again) {
      requestAnimationFrame(() => this.scrollTo(target, again - 1));
    }
  }
}
