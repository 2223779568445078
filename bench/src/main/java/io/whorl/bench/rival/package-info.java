/**
 * Whorl and its rivals, each with the settings that its documentation advises. A system is one file, which implements
 * the parts of {@link io.whorl.bench.rival.Rival} that it offers.
 */
package io.whorl.bench.rival;
