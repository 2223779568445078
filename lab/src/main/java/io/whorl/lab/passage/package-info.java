/**
 * Measures which annotated passages a scheme detects. {@link io.whorl.lab.passage.PassageLaboratory} is the entry
 * point.
 */
package io.whorl.lab.passage;
