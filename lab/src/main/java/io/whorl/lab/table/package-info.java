/** Tables of figures: typed columns, Markdown and CSV. {@link io.whorl.lab.table.Columns} is the entry point. */
package io.whorl.lab.table;
