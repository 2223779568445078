
// A click on a header sorts the table by that column; a second click reverses the order. Absent figures stay last.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headers = Array.from(table.tHead.rows[0].cells);
  headers.forEach((header, column) => {
    const first = body.rows[0];
    const numeric = Boolean(first) && first.cells[column].classList.contains("number");
    header.classList.toggle("number", numeric);
    header.querySelector("button").addEventListener("click", () => {
      // Numbers start with the largest, names in alphabetical order.
      const before = header.getAttribute("aria-sort");
      const descending = before === null ? numeric : before === "ascending";
      headers.forEach(each => each.removeAttribute("aria-sort"));
      header.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const key = row => row.cells[column].dataset.value;
      const order = (a, b) => {
        if (!numeric) {
          return a.cells[column].textContent.localeCompare(b.cells[column].textContent, "en", { numeric: true })
            * (descending ? -1 : 1);
        }
        if (key(a) === undefined || key(b) === undefined) {
          return (key(a) === undefined ? 1 : 0) - (key(b) === undefined ? 1 : 0);
        }
        return (Number(key(a)) - Number(key(b))) * (descending ? -1 : 1);
      };
      body.append(...Array.from(body.rows).sort(order));
    });
  });
}

// Draws the plots as wide as their columns, in the colours of the page.
const plots = Array.from(document.querySelectorAll(".plot"), at =>
  ({ at, spec: JSON.parse(at.nextElementSibling.textContent), drawn: null }));
const view = spec => new vega.View(vega.parse(spec), { renderer: "svg", logLevel: vega.Error });
function coloured(config) {
  const page = getComputedStyle(document.body);
  const css = name => page.getPropertyValue("--" + name).trim();
  const [text, muted, axis, grid] = ["text", "muted", "axis", "grid"].map(css);
  return {
    background: "transparent", font: page.fontFamily, range: { category: css("series").split(" ") },
    style: { zero: { stroke: axis }, name: { fill: muted }, label: { fill: text } },
    title: { ...config.title, color: text },
    axis: { ...config.axis, labelColor: muted, titleColor: text, gridColor: grid, domainColor: axis, tickColor: grid },
    legend: { ...config.legend, labelColor: text },
  };
}
function draw() {
  for (const plot of plots) {
    if (plot.drawn) {
      plot.drawn.finalize();
    }
    plot.drawn = view({ ...plot.spec, config: coloured(plot.spec.config), width: plot.at.clientWidth })
      .signal("space", plot.at.clientWidth).initialize(plot.at).run();
  }
}
let waiting;
addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(draw, 100); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
draw();

// A button saves a plot as its specification says: on white, in its own colours and font.
for (const { at, spec } of plots) {
  const save = document.createElement("button");
  save.type = "button";
  save.textContent = "Save as SVG";
  save.addEventListener("click", async () => {
    const link = document.createElement("a");
    link.href = "data:image/svg+xml," + encodeURIComponent(await view(spec).toSVG());
    link.download = at.id + ".svg";
    link.click();
  });
  at.parentElement.append(save);
}
