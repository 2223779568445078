/**
 * The parts of a snapshot: sealed segments and views of live tiers. The module does not export this package; queries
 * and writers use it.
 */
package io.whorl.parts;
