/**
 * A selection strategy that depends on the whole collection. {@link io.whorl.lab.rarity.RarestInCollection} is the
 * entry point.
 */
package io.whorl.lab.rarity;
