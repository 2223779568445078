package io.whorl.store;

/** The stored texts of a segment: the sections TEXTS and TEXT_ENDS; docs/FORMAT.md, "Stored texts". */
public final class TextTable extends FormTable {
    /** @param width bytes of an end; 0 if the segment stores no texts */
    TextTable(long documents, MappedBytes texts, MappedBytes ends, int width) {
        super("text", documents, texts, ends, width);
    }

    /**
     * The text of a document.
     *
     * @throws io.whorl.CorruptIndexException if it is damaged
     */
    public byte[] text(long ordinal) {
        return decoded(ordinal, StoredText::decode);
    }
}
