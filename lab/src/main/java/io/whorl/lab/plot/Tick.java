package io.whorl.lab.plot;

/**
 * A labelled position on an axis.
 *
 * @param at a value of the axis
 * @param text the label
 */
public record Tick(double at, String text) {}
