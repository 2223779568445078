/** Dumps of records; {@link io.whorl.corpus.record.RecordFormats} is the entry. */
package io.whorl.corpus.record;
