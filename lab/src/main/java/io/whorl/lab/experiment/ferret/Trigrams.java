package io.whorl.lab.experiment.ferret;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.collection.Texts;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Fingerprints texts by trigrams of lower-case words; everything but letters separates words (LMD 7). Minutiae have 64
 * bits, so collisions are negligible. Not thread-safe.
 */
public final class Trigrams {
    private static final Scheme SCHEME = Scheme.builder()
            .granularity(3)
            .words(TextRules.Words.ALPHABETIC)
            .hash(Hashing.Algorithm.RABIN)
            .bits(64)
            .frequencies(true)
            .build();

    private final Fingerprinter fingerprinter = Fingerprinter.of(SCHEME);

    public List<Paper> papers(Texts texts) throws IOException {
        List<Paper> papers = new ArrayList<>();
        texts.forEach((id, utf8) -> papers.add(paper(id, new String(utf8, StandardCharsets.UTF_8))));
        return papers;
    }

    Paper paper(String id, String text) {
        return new Paper(id, text.strip().split("\\s+"), fingerprinter.fingerprint(text));
    }
}
