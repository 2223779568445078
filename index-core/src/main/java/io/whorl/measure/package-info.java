/** From counts to scores; {@link io.whorl.measure.Measure} is the entry. */
package io.whorl.measure;
