/** The strategy that must know the collection; {@link io.whorl.lab.rarity.RarestInCollection} is the entry. */
package io.whorl.lab.rarity;
