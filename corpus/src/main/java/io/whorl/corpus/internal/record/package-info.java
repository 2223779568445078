/** Dumps of records. {@link io.whorl.corpus.internal.record.RecordFormats} is the entry. */
package io.whorl.corpus.internal.record;
