/**
 * Archives, compressions and dumps of records, and the streams that they are read by.
 * {@link io.whorl.corpus.internal.container.ContainerFormats} is the entry.
 */
package io.whorl.corpus.internal.container;
