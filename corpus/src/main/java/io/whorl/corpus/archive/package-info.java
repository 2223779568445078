/** Archives and compressions; {@link io.whorl.corpus.archive.ArchiveFormats} is the entry. */
package io.whorl.corpus.archive;
