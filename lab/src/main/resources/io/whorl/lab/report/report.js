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
