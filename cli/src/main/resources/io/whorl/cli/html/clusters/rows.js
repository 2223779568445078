// A table of any number of rows, of which only those near the visible ones are in the document.
/** Rows before and after the visible ones. */
const NEAR = 20;
/** Rows that are printed. */
const MOST_PRINTED = 1000;

/** Rows are all of one height. Each has one link; the arrow keys move from link to link. */
class Rows {
  /** @param make makes the row of an item */
  constructor(scroller, table, body, make) {
    Object.assign(this, {scroller, table, body, make, items: [], first: 0, last: 0, active: 0, height: 34});
    this.before = this.space();
    this.after = this.space();
    scroller.addEventListener('scroll', () => this.draw());
    scroller.addEventListener('keydown', e => this.onKey(e));
    new ResizeObserver(() => this.draw()).observe(scroller);
  }

  space() {
    const colspan = this.table.tHead.rows[0].cells.length;
    return el('tr', {class: 'space', 'aria-hidden': 'true'}, el('td', {colspan}));
  }

  /** Shows other items, from the first one. */
  show(items) {
    this.items = items;
    this.active = 0;
    this.table.setAttribute('aria-rowcount', items.length + 1);
    this.scroller.scrollTop = 0;
    this.draw(true);
  }

  /** Draws the rows near the visible ones, unless they are there. */
  draw(again = false) {
    const row = this.body.children[1];
    if (row && !row.classList.contains('space') && row.offsetHeight) {
      this.height = row.getBoundingClientRect().height;
    }
    const top = Math.floor(this.scroller.scrollTop / this.height);
    const end = Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / this.height);
    if (!again && top >= this.first && Math.min(end, this.items.length) <= this.last) {
      return;
    }
    this.fill(Math.max(0, top - NEAR), Math.min(this.items.length, Math.max(end, top + 1) + NEAR));
  }

  fill(first, last) {
    const focused = this.body.contains(document.activeElement);
    [this.first, this.last] = [first, last];
    this.before.firstChild.style.height = first * this.height + 'px';
    this.after.firstChild.style.height = (this.items.length - last) * this.height + 'px';
    const rows = [];
    for (let i = first; i < last; i++) {
      const row = this.make(this.items[i]);
      row.setAttribute('aria-rowindex', i + 2);
      row.querySelector('a').tabIndex = i === this.active ? 0 : -1;
      rows.push(row);
    }
    this.body.replaceChildren(this.before, ...rows, this.after);
    if (focused) {
      const link = this.linkOf(this.active);
      (link || this.scroller).focus({preventScroll: true});
    }
  }

  linkOf(i) {
    return i >= this.first && i < this.last ? this.body.children[1 + i - this.first].querySelector('a') : null;
  }

  /** Scrolls to a row and focuses its link. */
  go(i) {
    const head = this.table.tHead.offsetHeight;
    const top = i * this.height;
    const room = this.scroller.clientHeight - head - this.height;
    if (top < this.scroller.scrollTop || top > this.scroller.scrollTop + room) {
      this.scroller.scrollTop = top < this.scroller.scrollTop ? top : top - room;
    }
    this.active = i;
    this.draw(true);
    this.linkOf(i).focus({preventScroll: true});
  }

  onKey(e) {
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / this.height) - 2);
    const by = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page}[e.key];
    if (!this.items.length || e.target.closest('thead') || !by && e.key !== 'Home' && e.key !== 'End') {
      return;
    }
    e.preventDefault();
    const inside = this.body.contains(e.target);
    const next = e.key === 'Home' ? 0 : e.key === 'End' ? this.items.length - 1
        : inside ? this.active + by : this.active;
    this.go(Math.max(0, Math.min(this.items.length - 1, next)));
  }

  /** Puts many rows into the document for the printer. Returns their number. */
  fillForPrint() {
    const last = Math.min(this.items.length, MOST_PRINTED);
    this.fill(0, last);
    return last;
  }
}
