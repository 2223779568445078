package io.whorl.corpus;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextFormat;
import java.util.Optional;

/** Where a walk's finds go, in order. May throw {@link java.util.concurrent.CancellationException} to end the walk. */
interface PartListener {
    /** @param format that reduces it to text; nothing if it stays as it stands */
    void document(Document document, Head head, Optional<TextFormat> format);

    void skipped(Skipped skipped);
}
