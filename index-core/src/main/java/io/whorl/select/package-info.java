/**
 * The interfaces that a selection strategy implements. {@link io.whorl.select.SelectionProvider} is where users plug in
 * their own.
 */
package io.whorl.select;
