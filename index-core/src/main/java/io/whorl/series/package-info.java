/**
 * Series of documents from one source, and the templates that they share. {@link io.whorl.series.Templates} is the
 * entry point.
 */
package io.whorl.series;
