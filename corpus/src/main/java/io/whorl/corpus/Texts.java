package io.whorl.corpus;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.format.UnreadableTextException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** Single documents reduced to their text, as {@link CorpusReader} does it. Thread-safe. */
public final class Texts {
    private final Formats formats;

    private Texts(Formats formats) {
        this.formats = formats;
    }

    /** By the formats at hand, users' own among them, and these options' {@code convert} and {@code asTheyStand}. */
    public static Texts with(CorpusOptions options) {
        return new Texts(Formats.load(Objects.requireNonNull(options, "options")));
    }

    /**
     * The document's text; its own bytes where it is text already, or the options say that it stays as it stands.
     * Archives and compressions are not opened but refused, for what is in them is what was read of them.
     *
     * @param name of the document's file; empty where it has none
     * @param document all its bytes; not changed
     * @throws UnreadableTextException if it is packed, of a format that has no text, or that nothing at hand can read
     */
    public byte[] of(String name, byte[] document) throws UnreadableTextException {
        Head head = new Head(name, "", Arrays.copyOf(document, Math.min(document.length, Head.MOST)));
        Optional<ContainerFormat> archive = formats.archive(head);
        if (archive.isPresent()) {
            throw new UnreadableTextException(
                    Skipped.Reason.NOT_TEXT,
                    "it is packed (" + archive.get().name() + "); unpack it, and ask with a text in it");
        }
        Optional<TextFormat> format = formats.text(head);
        return format.isPresent() ? TextReduction.text(document, head, format.get()) : document;
    }
}
