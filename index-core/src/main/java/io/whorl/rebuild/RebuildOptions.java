package io.whorl.rebuild;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.scheme.Scheme;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a rebuild is of, and how it goes about it. What the index's bytes depend on must be the same at a resume:
 * scheme, {@link BuildOptions#minDocument}, {@link BuildOptions#duplicates} and facts.
 *
 * @param build {@link BuildOptions#replace} is not heeded; {@link BuildOptions#runText} is the most text that is read
 *     again after a kill
 * @param scheme of the new index; where there is none that of the old one, and at a resume that of the beginning
 * @param facts whatever else makes the stream of documents what it is, by name: how the sources are read, which they
 *     are, their sizes and times. They are kept, compared at a resume, and told where they differ
 * @param expectedText bytes of text that the sources have at the least, for estimating the disk needed; 0 for unknown
 * @param maxDf minutiae held by more documents are counted in the report; nothing else is done about them
 * @param force whether to begin though the disk seems too small, and to resume though documents were added to the index
 *     or deleted since the beginning, which the new index will not know of
 */
public record RebuildOptions(
        BuildOptions build,
        Optional<Scheme> scheme,
        Map<String, String> facts,
        long expectedText,
        long maxDf,
        boolean force) {
    /** The index's scheme, all documents, runs of 512 MiB, nothing known of the sources. */
    public static final RebuildOptions DEFAULT = new RebuildOptions(
            BuildOptions.DEFAULT.runText(512L << 20), Optional.empty(), Map.of(), 0, Long.MAX_VALUE, false);

    private static final String FACT = "fact ";

    public RebuildOptions {
        Objects.requireNonNull(build, "build");
        Objects.requireNonNull(scheme, "scheme");
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
        if (expectedText < 0) {
            throw new IllegalArgumentException("expected-text is " + expectedText + "; it must be at least 0");
        }
        if (maxDf < 1) {
            throw new IllegalArgumentException("max-df is " + maxDf + "; it must be at least 1");
        }
    }

    public RebuildOptions build(BuildOptions value) {
        return new RebuildOptions(value, scheme, facts, expectedText, maxDf, force);
    }

    public RebuildOptions scheme(Scheme value) {
        return new RebuildOptions(build, Optional.of(value), facts, expectedText, maxDf, force);
    }

    public RebuildOptions facts(Map<String, String> value) {
        return new RebuildOptions(build, scheme, value, expectedText, maxDf, force);
    }

    public RebuildOptions expectedText(long bytes) {
        return new RebuildOptions(build, scheme, facts, bytes, maxDf, force);
    }

    public RebuildOptions maxDf(long documents) {
        return new RebuildOptions(build, scheme, facts, expectedText, documents, force);
    }

    public RebuildOptions force(boolean value) {
        return new RebuildOptions(build, scheme, facts, expectedText, maxDf, value);
    }

    /** What must be the same at a resume, as a journal keeps it. */
    Map<String, String> fields(Scheme of) {
        Map<String, String> fields = new TreeMap<>();
        fields.put("scheme", of.toJson());
        fields.put("min-document", Long.toString(build.minDocument()));
        Duplicates duplicates = build.duplicates();
        fields.put(
                "duplicates",
                duplicates.action() + duplicates.kind().map(kind -> " " + kind).orElse(""));
        facts.forEach((name, value) -> fields.put(FACT + name, value));
        return fields;
    }

    /**
     * The first difference from what a journal keeps, in words; nothing if they agree.
     *
     * @param of the scheme to be used now
     */
    Optional<String> difference(Map<String, String> begun, Scheme of) {
        Map<String, String> now = fields(of);
        Map<String, String> then = new TreeMap<>(begun);
        then.keySet().removeIf(name -> !name.startsWith(FACT) && !now.containsKey(name));
        TreeMap<String, String> all = new TreeMap<>(then);
        all.putAll(now);
        return all.keySet().stream()
                .filter(name -> !Objects.equals(then.get(name), now.get(name)))
                .map(name -> (name.startsWith(FACT) ? name.substring(FACT.length()) : name) + " was "
                        + then.getOrDefault(name, "not given") + " and is " + now.getOrDefault(name, "not given"))
                .findFirst();
    }
}
