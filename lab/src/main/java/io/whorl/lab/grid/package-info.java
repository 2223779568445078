/** From a grid's file to configurations; {@link io.whorl.lab.grid.Grid} is the entry. */
package io.whorl.lab.grid;
