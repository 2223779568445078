package io.whorl.query;

import io.whorl.LimitExceededException;
import io.whorl.align.Span;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.LocatedChunks;
import io.whorl.query.Overlap.Run;
import io.whorl.query.Overlap.Verdict;
import io.whorl.query.Search.SearchThreads.QueryTools;
import io.whorl.query.WholeSnapshot.DocumentWeights;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.score.Comparison;
import io.whorl.store.Part;
import io.whorl.text.PlacedWords;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds which chunks of a text the documents of a snapshot hold. Thread-safe.
 *
 * @param searched the same parts, perhaps without a document that does not count
 */
record OverlapSearch(List<Part> parts, List<Part> searched, Scheme scheme, QueryTools tools, OverlapOptions options) {
    /** Bytes of heap of a chunk: its place and minutia, and its look-up. */
    private static final int CHUNK = 100;
    /** Texts of so many chunks are never refused. */
    private static final int ALWAYS = 4_096;

    Overlap run(byte[] utf8) {
        requireMemory(utf8.length);
        LocatedChunks chunks = tools.fingerprinting(f -> f.locate(utf8));
        Fingerprint fingerprint = fingerprint(chunks);
        QueryFingerprint query = QueryFingerprint.of(fingerprint, Optional.of(fingerprint), scheme, tools.extras());
        Search.Found found = new Search(
                        parts,
                        searched,
                        query,
                        options.query(),
                        DocumentWeights.NONE,
                        () -> Comparison.of(scheme),
                        Optional.empty(),
                        tools)
                .run();
        Matches matches = found.matches();
        int held = 0;
        for (int i = 0; i < found.known().length; i++) {
            held += found.known()[i] && !found.ignored()[i] ? 1 : 0;
        }
        int counted = matches.minutiae() - matches.ignored();
        double share = counted == 0 ? 0 : (double) held / counted;
        Optional<Run> run = longest(chunks, query.minutiae(), found);
        return new Overlap(
                chunks.words(),
                matches.minutiae(),
                held,
                matches.ignored(),
                share,
                run,
                run.flatMap(of -> place(of, utf8, chunks)),
                matches.matches(),
                counted == 0 ? Verdict.UNKNOWN : verdict(share, run, chunks.units()));
    }

    /** A text has at most a word for each two bytes, or a character for each. */
    private void requireMemory(int bytes) {
        long most = scheme.chunking().unit() == Unit.CHAR ? bytes : bytes / 2 + 1L;
        LimitExceededException.require(
                "chunks that a text of " + bytes + " bytes may have",
                most,
                Math.max(ALWAYS, options.memory() / CHUNK),
                "give more memory (java -Xmx), use fewer threads, or split the text");
    }

    /** The distinct minutiae of the chunks. The measure needs no frequencies. */
    private Fingerprint fingerprint(LocatedChunks chunks) {
        long[] sorted = chunks.minutiae();
        QueryFingerprint.sort(sorted);
        int distinct = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[distinct - 1]) {
                sorted[distinct++] = sorted[i];
            }
        }
        return Fingerprint.stored(scheme, Arrays.copyOf(sorted, distinct), new int[0], chunks.words());
    }

    /** The longest run by the number of chunks, and the first of several. An ignored chunk does not interrupt it. */
    private static Optional<Run> longest(LocatedChunks chunks, long[] minutiae, Search.Found found) {
        Run longest = new Run(0, 0, 0);
        int count = 0;
        int first = 0;
        for (int i = 0; i < chunks.count(); i++) {
            int at = find(minutiae, chunks.minutia(i));
            if (found.ignored()[at]) {
                continue;
            }
            if (!found.known()[at]) {
                count = 0;
                continue;
            }
            first = count == 0 ? i : first;
            count++;
            if (count > longest.chunks()) {
                int start = chunks.start(first);
                longest = new Run(count, start, chunks.start(i) + chunks.units(i) - start);
            }
        }
        return longest.chunks() == 0 ? Optional.empty() : Optional.of(longest);
    }

    /** The place of a run, if the units are the words by the default rules, of which none was dropped. */
    private Optional<Span> place(Run run, byte[] utf8, LocatedChunks chunks) {
        TextRules rules = scheme.text();
        boolean usual = scheme.chunking().unit() == Unit.WORD
                && rules.words() == TextRules.Words.ALPHANUMERIC
                && rules.apostrophe() == TextRules.Apostrophe.SPLIT
                && !rules.unmask();
        if (!usual) {
            return Optional.empty();
        }
        PlacedWords placed = new PlacedWords();
        placed.read(utf8);
        if (placed.words.count != chunks.units()) {
            return Optional.empty();
        }
        int last = run.start() + run.units() - 1;
        return Optional.of(new Span(
                placed.startChar[run.start()],
                placed.endChar[last],
                placed.startByte[run.start()],
                placed.endByte[last]));
    }

    /** The position of a minutia that is there, in unsigned ascending order. */
    private static int find(long[] minutiae, long minutia) {
        int low = 0;
        int high = minutiae.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(minutiae[middle], minutia) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Verdict verdict(double share, Optional<Run> run, long units) {
        int longest = run.map(Run::units).orElse(0);
        boolean passage = longest > 0 && (longest >= options.partialRun() || longest == units);
        if (longest >= options.contaminatedRun() || passage && share >= options.contaminatedShare()) {
            return Verdict.CONTAMINATED;
        }
        if (passage) {
            return Verdict.PARTIAL;
        }
        // A text shorter than a chunk is looked up as a whole, so its words may be in longer passages.
        boolean isShort = scheme.chunking().breakpoints().isEmpty()
                && units < scheme.chunking().granularity();
        return isShort ? Verdict.UNKNOWN : Verdict.CLEAN;
    }
}
