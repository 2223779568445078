package io.whorl.lab.report;

import java.util.function.Function;

/**
 * A column of a table.
 *
 * @param name the header
 * @param meaning a description, for the tooltip and the glossary
 * @param cell makes a cell from a row
 * @param <T> the type of a row
 */
record Column<T>(String name, String meaning, Function<T, Cell> cell) {}
