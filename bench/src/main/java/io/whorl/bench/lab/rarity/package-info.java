/** The strategy that must know the collection; {@link io.whorl.bench.lab.rarity.RarestInCollection} is the entry. */
package io.whorl.bench.lab.rarity;
