// Places the nodes of a graph. The same graph always gets the same places: nothing is random.
const LINK = 78;
/** Room on each side of a group: with names, and without. */
const PADS = [132, 34];
const PAD_HEIGHT = 32;
/** Larger groups show names only on request. */
const MOST_NAMED = 40;
/** Pairs of nodes that all steps together look at. */
const MOST_WORK = 3e7;
const MOST_STEPS = 200;

/** Returns the groups of nodes that are linked, the largest first. Links are [node, node]. */
function groupsOf(size, links) {
  const parent = Array.from({length: size}, (_, i) => i);
  const root = i => {
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  };
  for (const [a, b] of links) {
    parent[Math.max(root(a), root(b))] = Math.min(root(a), root(b));
  }
  const groups = new Map();
  for (let i = 0; i < size; i++) {
    const first = root(i);
    if (!groups.has(first)) {
      groups.set(first, []);
    }
    groups.get(first).push(i);
  }
  return [...groups.values()].sort((x, y) => y.length - x.length || x[0] - y[0]);
}

/** Returns the nodes in an order in which neighbours are close: breadth first, from the one with the most links. */
function nearOrder(group, neighbours) {
  const order = [];
  const seen = new Set();
  const first = group.reduce((best, i) => neighbours[i].length > neighbours[best].length ? i : best, group[0]);
  for (let queue = [first]; queue.length;) {
    const next = [];
    for (const i of queue) {
      if (!seen.has(i)) {
        seen.add(i);
        order.push(i);
        next.push(...neighbours[i]);
      }
    }
    queue = next;
  }
  return order;
}

/**
 * Places one group by forces: links pull, nodes push each other away (Fruchterman and Reingold 1991). It starts from a
 * circle, and the number of steps is bounded.
 */
function placeGroup(order, neighbours, steps) {
  const n = order.length;
  const index = new Map(order.map((node, k) => [node, k]));
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    const radius = n === 2 ? LINK / 2 : LINK * Math.sqrt(n) / 2;
    x[k] = radius * Math.cos(2 * Math.PI * k / n);
    y[k] = radius * Math.sin(2 * Math.PI * k / n) * 0.7;
  }
  const dx = new Float64Array(n);
  const dy = new Float64Array(n);
  for (let step = 0; step < steps && n > 2; step++) {
    dx.fill(0);
    dy.fill(0);
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < n; j++) {
        const vx = x[i] - x[j];
        const vy = y[i] - y[j];
        const push = LINK * LINK / Math.max(1, vx * vx + vy * vy);
        dx[i] += vx * push;
        dy[i] += vy * push;
        dx[j] -= vx * push;
        dy[j] -= vy * push;
      }
      for (const other of neighbours[order[i]]) {
        const j = index.get(other);
        const vx = x[j] - x[i];
        const vy = y[j] - y[i];
        const pull = Math.sqrt(vx * vx + vy * vy) / LINK;
        dx[i] += vx * pull;
        dy[i] += vy * pull;
      }
    }
    const most = LINK * Math.sqrt(n) / 4 * (1 - step / steps);
    for (let i = 0; i < n; i++) {
      const length = Math.sqrt(dx[i] * dx[i] + dy[i] * dy[i]);
      const move = Math.min(length, most) / Math.max(1e-9, length);
      x[i] += dx[i] * move;
      y[i] += dy[i] * move;
    }
  }
  const [left, top] = [Math.min(...x), Math.min(...y)];
  const [width, height] = [Math.max(...x) - left, Math.max(...y) - top];
  // Many links pull a group together until its names cover each other: give each node its room again.
  const grow = n > 2 ? Math.max(1, Math.min(4, LINK * Math.sqrt(n / Math.max(1, width * height)))) : 1;
  return {
    order, x: x.map(v => grow * (v - left)), y: y.map(v => grow * (v - top)), width: grow * width, height: grow * height,
  };
}

/**
 * Returns the place of each node, with its offset from the middle of its group, and the size of the picture. Groups are
 * side by side, in rows of this width.
 */
function layout(size, links, width) {
  const neighbours = Array.from({length: size}, () => []);
  for (const [a, b] of links) {
    neighbours[a].push(b);
    neighbours[b].push(a);
  }
  const groups = groupsOf(size, links);
  const work = groups.reduce((sum, g) => sum + g.length * g.length, 0);
  const steps = Math.max(5, Math.min(MOST_STEPS, Math.floor(MOST_WORK / Math.max(1, work))));
  const places = new Array(size);
  let [left, top, rowHeight, widest] = [0, 0, 0, 0];
  for (const group of groups) {
    const placed = placeGroup(nearOrder(group, neighbours), neighbours, steps);
    const pad = PADS[group.length <= MOST_NAMED ? 0 : 1];
    if (left > 0 && left + placed.width + 2 * pad > width) {
      [left, top, rowHeight] = [0, top + rowHeight, 0];
    }
    placed.order.forEach((node, k) => {
      places[node] = {
        x: left + pad + placed.x[k], y: top + PAD_HEIGHT + placed.y[k],
        right: placed.x[k] - placed.width / 2, below: placed.y[k] - placed.height / 2,
      };
    });
    left += placed.width + 2 * pad;
    rowHeight = Math.max(rowHeight, placed.height + 2 * PAD_HEIGHT);
    widest = Math.max(widest, left);
  }
  return {places, groups, neighbours, width: widest, height: top + rowHeight};
}
