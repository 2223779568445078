package io.whorl.lab.report;

import java.util.function.Function;

/**
 * A column of a table of Ts.
 *
 * @param name its header
 * @param meaning what it says, in a sentence
 */
record Column<T>(String name, String meaning, Function<T, Cell> cell) {}
