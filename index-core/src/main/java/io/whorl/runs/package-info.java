/**
 * Builds an index in runs: each run is a segment with notes about its documents, and all runs are merged in the end.
 */
package io.whorl.runs;
