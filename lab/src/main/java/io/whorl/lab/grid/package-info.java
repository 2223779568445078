/** Reads a grid file into configurations. {@link io.whorl.lab.grid.Grid} is the entry point. */
package io.whorl.lab.grid;
