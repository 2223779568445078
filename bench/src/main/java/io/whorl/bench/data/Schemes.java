package io.whorl.bench.data;

import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.util.Locale;
import java.util.Map;

/** Schemes by the short names that benchmarks take as parameters. */
public final class Schemes {
    /** RZ, four words, every chunk, 40 bits: what the bars are set for. */
    public static final String DEFAULT = "rz-full";

    private Schemes() {}

    /** @param name a hash and a selection strategy, such as {@code rabin-winnowing}; everything else is the default */
    public static Scheme named(String name) {
        int hyphen = name.indexOf('-');
        if (hyphen < 0) {
            throw new IllegalArgumentException(
                    "scheme is '" + name + "'; it must be a hash and a selection, as in " + DEFAULT);
        }
        String hash = name.substring(0, hyphen).toUpperCase(Locale.ROOT);
        String selection = name.substring(hyphen + 1);
        return Scheme.builder()
                .hash(Hashing.Algorithm.valueOf(hash))
                .selection(new Selection(selection, Map.of()))
                .build();
    }
}
