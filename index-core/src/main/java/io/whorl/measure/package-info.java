/**
 * The measures of likeness: {@link io.whorl.measure.Measure}. The short names of papers are spelled out in
 * docs/DEFINITIONS.md.
 */
package io.whorl.measure;
