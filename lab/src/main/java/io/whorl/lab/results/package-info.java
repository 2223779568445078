/** Results as files: JSON that can be read back, and CSV. {@link io.whorl.lab.results.ResultsFolder} is the entry. */
package io.whorl.lab.results;
