package io.whorl.cli.command;

import io.whorl.align.Aligner;
import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.cli.console.Console;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Escapes;
import io.whorl.cli.output.Snippet;
import io.whorl.cli.passages.QueryPassages;
import io.whorl.cli.passages.SharingPair;
import io.whorl.cli.passages.TextPlaces;
import io.whorl.passages.FoundPassage;
import io.whorl.query.TextSource;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Prints passages for people: a sentence for each document, then the passages in the order of the text. Long quotations
 * are cut at the width of the terminal.
 */
final class PassageSentences implements PassageOutput {
    /** The documents, and the other passages of a place, that are shown. */
    private static final int MAX_SHOWN = 10;

    /** A shorter excerpt has a line of its own. */
    private static final int LEAST_EXCERPT = 24;

    private static final String INDENT = "      ";

    private final Writer out;
    private final int width;
    private final Aligner aligner;
    private final String sentence;

    /** @param older whether the other texts are older, so that the query took passages of them */
    PassageSentences(Console console, Aligner aligner, boolean older) {
        this.out = console.streams().out();
        this.width = console.width();
        this.aligner = aligner;
        sentence = older ? "%s took %s of %s in %s, %.0f %% of %1$s" : "%s shares %s with %s in %s, %.0f %% of %1$s";
    }

    @Override
    public void add(QueryPassages found, TextSource texts) throws IOException {
        if (found.passages().isEmpty()) {
            return;
        }
        Map<String, List<Passage>> documents = found.byDocument();
        int words = aligner.prepare(found.utf8()).words();
        int shown = 0;
        for (Map.Entry<String, List<Passage>> document : documents.entrySet()) {
            if (shown++ == MAX_SHOWN) {
                line("... and passages of " + Amount.of(documents.size() - MAX_SHOWN, "more document"));
                break;
            }
            line(sentence(found.query(), words, document.getKey(), document.getValue()));
        }
        int others = 0;
        for (FoundPassage passage : found.passages()) {
            if (passage.rank() == 1) {
                others(others);
                others = 0;
                place(passage, found);
            } else if (passage.rank() <= MAX_SHOWN) {
                line("    also " + match(passage, found));
            } else {
                others++;
            }
        }
        others(others);
        out.flush();
    }

    private String sentence(String query, int words, String id, List<Passage> passages) {
        int taken = SharingPair.sharedWords(passages);
        return String.format(
                Locale.ROOT,
                sentence,
                query,
                Amount.of(taken, "word"),
                id,
                Amount.of(passages.size(), "passage"),
                100.0 * Math.min(1, (double) taken / Math.max(1, words)));
    }

    private void place(FoundPassage found, QueryPassages query) throws IOException {
        Passage passage = found.passage();
        Passage original = query.original(found);
        String at = place(original.a(), query.places().pages(passage.a()));
        String start = "  at " + at + ": " + match(found, query) + ": ";
        int room = width - start.codePointCount(0, start.length());
        if (room < LEAST_EXCERPT) {
            line(start);
            start = INDENT;
            room = width - INDENT.length();
        }
        line(start
                + Snippet.quoted(
                        query.utf8(), passage.a().startByte(), passage.a().endByte(), room));
    }

    private static String match(FoundPassage found, QueryPassages query) throws IOException {
        Passage passage = query.original(found);
        TextPlaces places = query.placesOf().of(found.id());
        String kind =
                switch (passage.kind()) {
                    case VERBATIM -> "verbatim";
                    case REWORDED -> "reworded";
                    case SUMMARY -> "summarised";
                };
        return Amount.of(passage.words(), "word") + " " + kind + " from " + found.id() + " at "
                + place(passage.b(), places.pages(found.passage().b()));
    }

    /** Returns a place in words, with its page if it is known. */
    private static String place(Span span, Optional<String> pages) {
        return String.format(Locale.ROOT, "%,d", span.start())
                + pages.map(p -> " (" + p + ")").orElse("");
    }

    private void others(int count) throws IOException {
        if (count > 0) {
            line("    also in " + Amount.of(count, "more place"));
        }
    }

    private void line(String text) throws IOException {
        out.write(Escapes.visible(text.stripTrailing()));
        out.write('\n');
    }

    @Override
    public void close() throws IOException {
        out.flush();
    }
}
