package io.whorl.corpus;

import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextMap;
import java.util.List;
import java.util.Optional;

/** The result of reading a part: a document, or a report that it was skipped. */
record Outcome(Optional<Document> document, Optional<Skipped> skipped) {
    /** About the memory of the objects of one outcome without its characters and bytes. Records may be that small. */
    static final int OBJECTS = 200;

    static Outcome of(Document document) {
        return new Outcome(Optional.of(document), Optional.empty());
    }

    static Outcome of(Skipped skipped) {
        return new Outcome(Optional.empty(), Optional.of(skipped));
    }

    /** Memory that the outcome occupies. */
    long bytes() {
        return OBJECTS
                + document.map(d -> d.utf8().length
                                + characters(d.id(), d.place())
                                + d.map().map(TextMap::bytes).orElse(0L))
                        .orElse(0L)
                + skipped.map(s -> characters(s.place(), s.detail())).orElse(0L);
    }

    /** Memory that outcomes occupy. */
    static long bytes(List<Outcome> outcomes) {
        return outcomes.stream().mapToLong(Outcome::bytes).sum();
    }

    private static long characters(String a, String b) {
        return (long) Character.BYTES * (a.length() + b.length());
    }
}
