package io.whorl.rebuild;

import io.whorl.Options;
import io.whorl.bulk.BuildOptions;
import io.whorl.internal.Ranges;
import io.whorl.scheme.Scheme;
import io.whorl.store.Manifest;
import io.whorl.store.StoredKinds;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The options of a rebuild: {@code RebuildOptions.DEFAULT.maxDf(1000)}. The index's bytes depend on the scheme, on
 * {@link BuildOptions#minDocument}, {@link BuildOptions#repeatedIds}, {@link BuildOptions#duplicates},
 * {@link BuildOptions#storeText} and {@link BuildOptions#storeFingerprints}, and on the facts: these must be the same
 * when a rebuild is resumed. Immutable and thread-safe.
 */
public final class RebuildOptions extends Options<RebuildOptions> {
    /**
     * The index's own scheme, all documents, runs of 512 MiB of text, no facts, no expected text, no limit on document
     * frequencies, not forced, only checksums verified.
     */
    public static final RebuildOptions DEFAULT = new RebuildOptions();

    private static final String FACT = "fact ";

    private BuildOptions buildOptions = BuildOptions.DEFAULT.runText(512L << 20);
    private Optional<Scheme> scheme = Optional.empty();
    private Map<String, String> facts = Map.of();
    private long expectedText;
    private long maxDf = Long.MAX_VALUE;
    private boolean force;
    private boolean checkContents;
    private boolean temporary;

    private RebuildOptions() {}

    public BuildOptions buildOptions() {
        return buildOptions;
    }

    /**
     * Sets how to build the runs. {@link BuildOptions#replace} has no effect. The new index stores texts if
     * {@link BuildOptions#storeText} says so or if the old index does; likewise fingerprints.
     * {@link BuildOptions#runText} bounds the text that must be fingerprinted again after a crash.
     */
    public RebuildOptions buildOptions(BuildOptions value) {
        return with(o -> o.buildOptions = Objects.requireNonNull(value, "buildOptions"));
    }

    public Optional<Scheme> scheme() {
        return scheme;
    }

    /** Sets the scheme of the new index, if it is not that of the old one. Required where there is no index yet. */
    public RebuildOptions scheme(Scheme value) {
        return with(o -> o.scheme = Optional.of(Objects.requireNonNull(value, "scheme")));
    }

    public Map<String, String> facts() {
        return facts;
    }

    /**
     * Describes the sources, so that a resume with other sources is refused: how they are read, their names, sizes and
     * times. The facts are stored, compared at a resume, and reported if they differ.
     */
    public RebuildOptions facts(Map<String, String> value) {
        return with(o -> o.facts = Collections.unmodifiableMap(new TreeMap<>(Objects.requireNonNull(value, "facts"))));
    }

    public long expectedText() {
        return expectedText;
    }

    /** Sets the bytes of text that the sources have at least, to estimate the disk space; 0 if unknown. */
    public RebuildOptions expectedText(long bytes) {
        return with(o -> o.expectedText = Ranges.checkAtLeast("expected-text", bytes, 0));
    }

    public long maxDf() {
        return maxDf;
    }

    /** Lets the report count the minutiae that occur in more documents; at least 1. */
    public RebuildOptions maxDf(long documents) {
        return with(o -> o.maxDf = Ranges.checkAtLeast("max-df", documents, 1));
    }

    public boolean force() {
        return force;
    }

    /**
     * Sets whether to begin even if the disk seems too small, and to resume even if documents were added to the index
     * or deleted since the rebuild began. The new index does not contain such changes.
     */
    public RebuildOptions force(boolean value) {
        return with(o -> o.force = value);
    }

    public boolean checkContents() {
        return checkContents;
    }

    /**
     * Sets whether the whole contents of the new index are verified before it takes the place of the old one, as
     * {@link io.whorl.query.IndexCheck} does: that each minutia is found, and that all counts agree. Otherwise only the
     * checksums are: the bytes are those that were written. The contents take about a tenth of the time of a rebuild.
     */
    public RebuildOptions checkContents(boolean value) {
        return with(o -> o.checkContents = value);
    }

    public boolean temporary() {
        return temporary;
    }

    /**
     * Sets whether the new index is read for one purpose, and then removed. The common minutiae of such an index are
     * not sought.
     */
    public RebuildOptions temporary(boolean value) {
        return with(o -> o.temporary = value);
    }

    /** The same options for an index that stores at least what the given one does. */
    RebuildOptions storingAsMuchAs(Optional<Manifest> old) {
        StoredKinds stored = old.map(Manifest::stored).orElse(StoredKinds.NONE);
        return buildOptions(buildOptions
                .storeText(buildOptions.storeText() || stored.texts())
                .storeFingerprints(buildOptions.storeFingerprints() || stored.fingerprints()));
    }

    /** The options that must be the same at a resume, as the journal stores them. */
    Map<String, String> fields(Scheme resolved) {
        Map<String, String> fields = new TreeMap<>();
        fields.put("scheme", resolved.toJson());
        fields.put("min-document", Long.toString(buildOptions.minDocument()));
        fields.put("repeated-ids", buildOptions.repeatedIds().name());
        fields.put("duplicates", buildOptions.duplicates().label());
        fields.put("max-df", Long.toString(maxDf));
        fields.put("store-text", Boolean.toString(buildOptions.storeText()));
        fields.put("store-fingerprints", Boolean.toString(buildOptions.storeFingerprints()));
        facts.forEach((name, value) -> fields.put(FACT + name, value));
        return fields;
    }

    /**
     * Describes the first difference between these options and those that a journal stores.
     *
     * @param begun the fields of the journal's first step
     * @param resolved the scheme to use now
     * @return empty if they agree
     */
    Optional<String> difference(Map<String, String> begun, Scheme resolved) {
        Map<String, String> now = fields(resolved);
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
