// Places the nodes of a graph. The same graph always gets the same places: nothing is random.
const LINK = 78;
/** Room on each side of a group, besides its names. */
const PAD = 34;
const PAD_HEIGHT = 32;
/** The room of a name: its height with a gap, and that of the node before it. */
const NAME_HEIGHT = 18;
const NAME_MARGIN = 12;
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
  const area = Math.max(1, width * height, (width * width + height * height) / 4);
  const grow = n > 2 ? Math.max(1, Math.min(4, LINK * Math.sqrt(n / area))) : 1;
  return {order, x: x.map(v => grow * (v - left)), y: y.map(v => grow * (v - top)), width: grow * width};
}

/**
 * Moves the nodes of a group up and down until their names, which are beside them, on the outer side, do not cover each
 * other. The number of steps is bounded.
 */
function separateNames(placed, nameWidth) {
  const {order, x, y, width} = placed;
  const left = order.map((node, k) => x[k] - NAME_MARGIN - (x[k] < width / 2 ? nameWidth(node) : 0));
  const right = order.map((node, k) => x[k] + NAME_MARGIN + (x[k] < width / 2 ? 0 : nameWidth(node)));
  let moved = true;
  for (let step = 0; step < MOST_STEPS && moved; step++) {
    moved = false;
    for (let i = 0; i < order.length; i++) {
      for (let j = 0; j < i; j++) {
        const apart = y[i] - y[j];
        if (left[i] < right[j] && left[j] < right[i] && Math.abs(apart) < NAME_HEIGHT - 0.5) {
          const by = (NAME_HEIGHT - Math.abs(apart)) / 2;
          y[i] += apart < 0 ? -by : by;
          y[j] -= apart < 0 ? -by : by;
          moved = true;
        }
      }
    }
  }
}

/**
 * Returns the place of each node, the side of its name (-1 is left), and the size of the picture. Groups are side by
 * side, in rows of this width.
 *
 * @param nameWidth returns the width of the name of a node
 */
function layout(size, links, width, nameWidth) {
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
    const named = group.length <= MOST_NAMED;
    const pad = PAD + (named ? Math.max(...group.map(nameWidth)) : 0);
    if (named && group.length > 2) {
      separateNames(placed, nameWidth);
    }
    const highest = Math.min(...placed.y);
    const height = Math.max(...placed.y) - highest;
    if (left > 0 && left + placed.width + 2 * pad > width) {
      [left, top, rowHeight] = [0, top + rowHeight, 0];
    }
    placed.order.forEach((node, k) => {
      places[node] = {
        x: left + pad + placed.x[k], y: top + PAD_HEIGHT + placed.y[k] - highest,
        side: placed.x[k] < placed.width / 2 ? -1 : 1,
      };
    });
    left += placed.width + 2 * pad;
    rowHeight = Math.max(rowHeight, height + 2 * PAD_HEIGHT);
    widest = Math.max(widest, left);
  }
  return {places, groups, neighbours, width: widest, height: top + rowHeight};
}
