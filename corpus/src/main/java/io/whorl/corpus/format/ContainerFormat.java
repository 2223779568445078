package io.whorl.corpus.format;

import java.io.IOException;
import java.io.OutputStream;

/** A format whose files contain parts: an archive, a dump of records, or a compression (one part). Thread-safe. */
public interface ContainerFormat {
    /** {@return the name for messages: short and in lower case, such as {@code warc}} */
    String name();

    /**
     * Decides whether a part has this format: by its media type and first bytes, and by its name only if those cannot
     * tell.
     *
     * @param head what is known of the part
     * @return true if {@link #open} can read the part
     */
    boolean recognises(Head head);

    /**
     * Tells whether the format wraps a single part without being a place of its own, as a compression does. Members of
     * {@code a.tar.gz} are named as if they were in {@code a.tar}. The id of the single part names the document in it.
     *
     * @return true for compressions
     */
    default boolean isCompression() {
        return false;
    }

    /**
     * Starts to read the parts.
     *
     * @param whole the container. It has an id: the one it would have as a document. Its body starts at the first byte
     *     and is closed by the caller, after the reader
     * @param context options and reports
     * @return a reader of the parts
     * @throws IOException if the container is damaged from its start
     */
    PartReader open(Part whole, ReadContext context) throws IOException;

    /** {@return whether files can be copied without some of their records, by {@link #copy}; false by default} */
    default boolean canCopy() {
        return false;
    }

    /**
     * Copies a file without some of its records. Called only if {@link #canCopy}.
     *
     * @param whole the file, as for {@link #open}
     * @param options the options that all formats share
     * @param choice which records are copied
     * @param out receives the file; closed by the caller
     * @throws IOException if the file is damaged, or the copy cannot be written
     */
    default void copy(Part whole, FormatOptions options, RecordChoice choice, OutputStream out) throws IOException {
        throw new UnsupportedOperationException(name() + " files are not copied by record");
    }

    /** Chooses the records of a file that {@link ContainerFormat#copy} copies. One thread. */
    interface RecordChoice {
        /**
         * Decides whether a record is copied. Asked once for each record, in order.
         *
         * @param record its number, from 1: that of the {@link Part}
         * @return true to copy it
         * @throws IOException if the copy must end
         */
        boolean takes(long record) throws IOException;

        /**
         * Names the parts of the text of a record that are left out. Asked once for each record that is copied.
         *
         * @param record its number
         * @return the beginnings and ends, exclusive, of ranges of bytes of the text in UTF-8, in order; no range
         *     begins or ends inside a character. Empty, the default, for none
         */
        default int[] cuts(long record) {
            return new int[0];
        }

        /**
         * Tells that the copy can be continued after the records that were asked for: all bytes of them are written.
         *
         * @param notes what the format then needs to know of the records since the last call
         * @throws IOException if the copy must end
         */
        default void ended(byte[] notes) throws IOException {}

        /**
         * {@return the notes of all calls of {@link #ended} before the copy was stopped, one after another; then only
         * the records and bytes after them are missing. Empty for a copy from the beginning}
         *
         * @throws IOException if they cannot be read
         */
        default byte[] notes() throws IOException {
            return new byte[0];
        }
    }
}
