/**
 * Finds the sources of suspicious documents without being told the pairs: candidates by fingerprint, passages by
 * alignment. {@link io.whorl.lab.retrieval.RetrievalLaboratory} is the entry point.
 */
package io.whorl.lab.retrieval;
