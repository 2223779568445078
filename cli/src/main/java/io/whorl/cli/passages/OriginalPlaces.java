package io.whorl.cli.passages;

import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import java.util.Optional;

/** Leads from places in texts to places in the files that the texts come from. */
public final class OriginalPlaces {
    private OriginalPlaces() {}

    /** Returns a passage with its places in the files. Without a map, a place counts in the text. */
    public static Passage of(Passage passage, Optional<TextMap> a, Optional<TextMap> b) {
        return new Passage(of(passage.a(), a), of(passage.b(), b), passage.kind(), passage.words(), passage.score());
    }

    /** Returns a place in the file. Without a map, it counts in the text. */
    public static Span of(Span span, Optional<TextMap> map) {
        if (map.isEmpty()) {
            return span;
        }
        TextRange range = map.get().original(new TextRange(span.start(), span.end(), span.startByte(), span.endByte()));
        return new Span(range.start(), range.end(), range.startByte(), range.endByte());
    }
}
