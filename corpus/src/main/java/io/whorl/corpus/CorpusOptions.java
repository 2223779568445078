package io.whorl.corpus;

import io.whorl.corpus.format.FormatOptions;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * How documents are read.
 *
 * @param formats how single formats are read, and how large a document may be
 * @param convert whether documents are reduced to their text; if not, they are taken as they stand
 * @param asTheyStand names of text formats, such as {@code html}, whose documents are taken as they stand even so
 * @param include globs of ids ({@link Globs}); where there are any, other documents are left out
 * @param exclude globs of ids that are left out
 * @param sample which share of the documents is read
 * @param limit documents at the most, 1 or more
 * @param threads that reduce documents to text, beside the one that reads; 1 to 1,024
 * @param maxDepth containers in one another, compressions counted, 1 to 64; deeper ones are passed over
 * @param maxExpansion bytes that may be made of one byte of a file, after the first GiB, 1 to 1,000,000
 */
public record CorpusOptions(
        FormatOptions formats,
        boolean convert,
        Set<String> asTheyStand,
        Globs include,
        Globs exclude,
        Sample sample,
        long limit,
        int threads,
        int maxDepth,
        int maxExpansion) {
    /** All documents, reduced to their text, a thread a core, eight levels, a thousandfold. */
    public static final CorpusOptions DEFAULT = new CorpusOptions(
            FormatOptions.DEFAULT,
            true,
            Set.of(),
            Globs.of(List.of()),
            Globs.of(List.of()),
            Sample.ALL,
            Long.MAX_VALUE,
            Math.min(1_024, Runtime.getRuntime().availableProcessors()),
            8,
            1_000);

    public CorpusOptions {
        Objects.requireNonNull(formats, "formats");
        asTheyStand = Set.copyOf(asTheyStand);
        Objects.requireNonNull(include, "include");
        Objects.requireNonNull(exclude, "exclude");
        Objects.requireNonNull(sample, "sample");
        check("limit", limit, 1, Long.MAX_VALUE);
        check("threads", threads, 1, 1_024);
        check("max-depth", maxDepth, 1, 64);
        check("max-expansion", maxExpansion, 1, 1_000_000);
    }

    private static void check(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be " + least
                    + (most == Long.MAX_VALUE ? " or more" : " to " + most));
        }
    }

    /** Whether the document of this id is to be read. */
    boolean asksFor(String id) {
        return (include.isEmpty() || include.match(id)) && !exclude.match(id) && sample.holds(id);
    }

    public CorpusOptions formats(FormatOptions value) {
        return new CorpusOptions(
                value, convert, asTheyStand, include, exclude, sample, limit, threads, maxDepth, maxExpansion);
    }

    public CorpusOptions convert(boolean value) {
        return new CorpusOptions(
                formats, value, asTheyStand, include, exclude, sample, limit, threads, maxDepth, maxExpansion);
    }

    public CorpusOptions asTheyStand(Set<String> value) {
        return new CorpusOptions(
                formats, convert, value, include, exclude, sample, limit, threads, maxDepth, maxExpansion);
    }

    public CorpusOptions include(List<String> globs) {
        return new CorpusOptions(
                formats,
                convert,
                asTheyStand,
                Globs.of(globs),
                exclude,
                sample,
                limit,
                threads,
                maxDepth,
                maxExpansion);
    }

    public CorpusOptions exclude(List<String> globs) {
        return new CorpusOptions(
                formats,
                convert,
                asTheyStand,
                include,
                Globs.of(globs),
                sample,
                limit,
                threads,
                maxDepth,
                maxExpansion);
    }

    public CorpusOptions sample(Sample value) {
        return new CorpusOptions(
                formats, convert, asTheyStand, include, exclude, value, limit, threads, maxDepth, maxExpansion);
    }

    public CorpusOptions limit(long value) {
        return new CorpusOptions(
                formats, convert, asTheyStand, include, exclude, sample, value, threads, maxDepth, maxExpansion);
    }

    public CorpusOptions threads(int value) {
        return new CorpusOptions(
                formats, convert, asTheyStand, include, exclude, sample, limit, value, maxDepth, maxExpansion);
    }

    public CorpusOptions maxDepth(int value) {
        return new CorpusOptions(
                formats, convert, asTheyStand, include, exclude, sample, limit, threads, value, maxExpansion);
    }

    public CorpusOptions maxExpansion(int value) {
        return new CorpusOptions(
                formats, convert, asTheyStand, include, exclude, sample, limit, threads, maxDepth, value);
    }
}
