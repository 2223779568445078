/** Archives and compressions. {@link io.whorl.corpus.internal.archive.ArchiveFormats} is the entry. */
package io.whorl.corpus.internal.archive;
