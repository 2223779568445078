package io.whorl.lab.plot;

/**
 * A level bar, such as a range of values.
 *
 * @param y its height on the axis
 * @param from where it begins
 * @param to where it ends
 * @param thick whether it is a box rather than a line
 * @param number decides its colour, as a series' does
 */
public record Span(double y, double from, double to, boolean thick, int number) {}
