package io.whorl.lab.plot;

/**
 * A horizontal bar, such as a range of values.
 *
 * @param y the position on the vertical axis
 * @param from the left end
 * @param to the right end
 * @param thick whether it is drawn as a box; otherwise as a line
 * @param number selects the colour, as in {@link Series}
 */
public record Span(double y, double from, double to, boolean thick, int number) {}
