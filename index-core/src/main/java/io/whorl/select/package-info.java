/**
 * The interfaces that a selection strategy implements. {@link io.whorl.select.SelectionProvider} is where users plug in
 * their own. The short names of papers are spelled out in docs/DEFINITIONS.md.
 */
package io.whorl.select;
