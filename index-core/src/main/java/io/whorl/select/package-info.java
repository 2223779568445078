/** Which minutiae are kept; {@link io.whorl.select.SelectionStrategy} is the entry, and where users plug in. */
package io.whorl.select;
