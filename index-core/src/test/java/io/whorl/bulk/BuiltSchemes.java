package io.whorl.bulk;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import java.util.Map;

/** Schemes whose segments differ in form: widths, frequencies, extras. */
public enum BuiltSchemes {
    DEFAULT(Scheme.builder().build()),
    FREQUENT(Scheme.builder().granularity(1).frequencies(true).build()),
    WIDEST(Scheme.builder().granularity(2).frequencies(true).bits(64).build()),
    NARROWEST(Scheme.builder()
            .granularity(3)
            .bits(32)
            .hash(Hashing.Algorithm.RABIN)
            .build()),
    MIN_S(Scheme.builder().granularity(2).selection("min-s", Map.of("s", "20")).build()),
    MOD_BY_SIZE(
            Scheme.builder().granularity(2).selection("mod-by-size", Map.of()).build());

    public final Scheme scheme;

    BuiltSchemes(Scheme drawn) {
        // With all parameters, as a build writes it.
        scheme = Fingerprinter.of(drawn).scheme();
    }
}
