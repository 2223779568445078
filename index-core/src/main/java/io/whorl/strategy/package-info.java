/**
 * The built-in selection strategies and the look-up of plug-ins; {@link io.whorl.strategy.Strategies} is the entry
 * point. Not part of the public API.
 */
package io.whorl.strategy;
