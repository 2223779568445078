package io.whorl.bench;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.util.Locale;
import java.util.Map;

/** Schemes by short names, for the parameters of benchmarks. */
public final class Schemes {
    /** RZ, four words, all chunks, 40 bits: the scheme that the bars refer to. */
    public static final String DEFAULT = "rz-full";

    private static final ThreadLocal<Fingerprinter> FINGERPRINTERS =
            ThreadLocal.withInitial(() -> Fingerprinter.of(named(DEFAULT)));

    private Schemes() {}

    /** Returns the minutiae of a text by the scheme that the bars refer to. */
    public static long[] minutiae(byte[] utf8) {
        return FINGERPRINTERS.get().fingerprint(utf8).toArray();
    }

    /** @param name a hash and a selection strategy, such as {@code rabin-winnowing}; other settings are the defaults */
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
