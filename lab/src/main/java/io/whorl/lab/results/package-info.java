/**
 * Results as files: JSON lines, which can be read back, and CSV. {@link io.whorl.lab.results.ResultsFolder} is the
 * entry point.
 */
package io.whorl.lab.results;
