/** From a grid's file to configurations; {@link io.whorl.bench.lab.grid.Grid} is the entry. */
package io.whorl.bench.lab.grid;
