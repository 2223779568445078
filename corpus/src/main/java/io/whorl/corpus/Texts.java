package io.whorl.corpus;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.format.UnreadableTextException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** Single documents reduced to their text, as {@link CorpusReader} does it. */
public final class Texts {
    private Texts() {}

    /**
     * The document's text; its own bytes where it is text already, or {@code options} say that it stays as it stands. Archives and
     * compressions are not opened.
     *
     * @param name of the document's file; empty where it has none
     * @param document all its bytes; not changed
     * @throws UnreadableTextException if it is of a format that has no text, or that nothing at hand can read
     */
    public static byte[] of(String name, byte[] document, CorpusOptions options) throws UnreadableTextException {
        Objects.requireNonNull(options, "options");
        Head head = new Head(name, "", Arrays.copyOf(document, Math.min(document.length, Head.MOST)));
        Optional<TextFormat> format = Formats.load(options).text(head);
        return format.isPresent() ? format.get().text(document, head) : document;
    }
}
