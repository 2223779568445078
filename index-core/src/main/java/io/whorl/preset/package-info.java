/** Schemes, measures and thresholds for common purposes: {@link io.whorl.preset.Preset}. */
package io.whorl.preset;
