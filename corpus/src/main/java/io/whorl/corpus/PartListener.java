package io.whorl.corpus;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Receives what a {@link PartWalker} finds, in order. May throw {@link java.util.concurrent.CancellationException} to
 * end the walk.
 */
interface PartListener {
    /** @param format converts the document to text; nothing if it is delivered unchanged */
    void document(Document document, Head head, Optional<TextFormat> format);

    void skipped(Skipped skipped);

    /**
     * Receives records that are not parsed yet.
     *
     * @param parse makes documents and reports of them, on any thread
     * @param bytes memory that they occupy, also when they are parsed
     */
    void records(Callable<List<Outcome>> parse, long bytes);
}
