/**
 * Compares rankings by blocks of documents with rankings by whole documents (passages, HZ 6).
 * {@link io.whorl.lab.block.BlockLaboratory} is the entry point.
 */
package io.whorl.lab.block;
