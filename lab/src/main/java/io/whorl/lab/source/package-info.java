/**
 * Measures how well scores reveal the sources of documents. {@link io.whorl.lab.source.SourceLaboratory} is the entry
 * point.
 */
package io.whorl.lab.source;
