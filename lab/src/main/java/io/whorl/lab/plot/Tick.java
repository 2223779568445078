package io.whorl.lab.plot;

/**
 * A place on an axis that is named.
 *
 * @param at in the axis' values
 * @param text its name
 */
public record Tick(double at, String text) {}
