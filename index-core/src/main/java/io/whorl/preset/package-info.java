/** Schemes and measures that go together, by purpose; {@link io.whorl.preset.Preset} is the entry. */
package io.whorl.preset;
