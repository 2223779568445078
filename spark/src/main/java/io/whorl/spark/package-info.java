/**
 * Fingerprints and deduplicates collections on Apache Spark that are too large for one machine. The jobs read any
 * DataFrame with a column of ids and a column of texts.
 */
package io.whorl.spark;
