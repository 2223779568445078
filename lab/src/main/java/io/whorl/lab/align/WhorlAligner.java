package io.whorl.lab.align;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import java.util.List;

/** The aligner of Whorl. */
public final class WhorlAligner implements TextAligner {
    private final Aligner aligner;

    public WhorlAligner(AlignmentOptions options) {
        this(Aligner.of(options));
    }

    public WhorlAligner(Aligner aligner) {
        this.aligner = aligner;
    }

    @Override
    public List<Match> align(String a, String b) {
        return aligner.align(a, b).stream()
                .map(p -> new Match(p.a().start(), p.a().end(), p.b().start(), p.b().end()))
                .toList();
    }
}
