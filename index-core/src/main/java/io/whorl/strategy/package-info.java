/**
 * The built-in selection strategies and the look-up of plug-ins; {@link io.whorl.strategy.Strategies} is the entry
 * point. Not part of the public API. The short names of papers are spelled out in docs/DEFINITIONS.md.
 */
package io.whorl.strategy;
