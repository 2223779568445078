package io.whorl.history;

import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The versions of a document.
 *
 * @param versions the versions with a date, by date; those of equal dates by id
 * @param undated the versions without a date, by id
 * @param complete false if there are more versions than {@link HistoryOptions#most}
 */
public record History(List<Version> versions, List<Version> undated, boolean complete) {
    public History {
        versions = List.copyOf(versions);
        undated = List.copyOf(undated);
    }

    /**
     * For the snapshots of this module.
     *
     * @hidden
     */
    public static History of(String id, HistoryOptions options, VersionSource source) {
        VersionSearch found = new VersionSearch(options, source);
        List<String> ids = found.versions(id);
        List<VersionSource.Facts> facts = ids.stream().map(source::facts).toList();
        List<VersionSource.Facts> dated = new ArrayList<>(facts);
        dated.removeIf(f -> f.date().isEmpty());
        dated.sort(Comparator.comparing((VersionSource.Facts f) -> f.date().orElseThrow())
                .thenComparing(VersionSource.Facts::id, ids()));
        List<VersionSource.Facts> undated = new ArrayList<>(facts);
        undated.removeIf(f -> f.date().isPresent());
        undated.sort(Comparator.comparing(VersionSource.Facts::id, ids()));
        Counts counts = Counts.of(source.facts(id), dated, undated, source);
        return new History(counts.dated, counts.undated, found.isComplete());
    }

    /**
     * For the snapshots of this module: the history of a document of a segment that stores no texts.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public static History scanned(Segment segment, String id, HistoryOptions options, ScratchSpace space) {
        return ScannedVersions.history(segment, id, options, space);
    }

    /** The order of ids in an index: by code points, which is the order of their UTF-8 bytes. */
    private static Comparator<String> ids() {
        return Comparator.comparing(id -> id.codePoints().toArray(), Arrays::compare);
    }

    /** Counts what versions share with the document and with each other. */
    private record Counts(List<Version> dated, List<Version> undated) {
        static Counts of(
                VersionSource.Facts document,
                List<VersionSource.Facts> dated,
                List<VersionSource.Facts> undated,
                VersionSource source) {
            List<String> a = new ArrayList<>();
            List<String> b = new ArrayList<>();
            for (List<VersionSource.Facts> some : List.of(dated, undated)) {
                some.forEach(f -> {
                    a.add(document.id());
                    b.add(f.id());
                });
            }
            // Of versions of one date, none is before another.
            int[] before = new int[dated.size()];
            for (int i = 0; i < dated.size(); i++) {
                boolean same =
                        i > 0 && dated.get(i).date().equals(dated.get(i - 1).date());
                before[i] = same ? before[i - 1] : i - 1;
                if (before[i] >= 0) {
                    a.add(dated.get(before[i]).id());
                    b.add(dated.get(i).id());
                }
            }
            VersionSource.Shared[] shared = source.shared(a, b);
            List<Version> first = new ArrayList<>();
            int next = dated.size() + undated.size();
            for (int i = 0; i < dated.size(); i++) {
                Optional<Version.Kept> kept =
                        before[i] < 0 ? Optional.empty() : Optional.of(kept(dated.get(before[i]), shared[next++]));
                first.add(version(dated.get(i), shared[i], kept));
            }
            List<Version> second = new ArrayList<>();
            for (int i = 0; i < undated.size(); i++) {
                second.add(version(undated.get(i), shared[dated.size() + i], Optional.empty()));
            }
            return new Counts(first, second);
        }

        private static Version version(
                VersionSource.Facts facts, VersionSource.Shared shared, Optional<Version.Kept> kept) {
            return new Version(facts.id(), facts.date(), facts.words(), facts.minutiae(), shared.resemblance(), kept);
        }

        private static Version.Kept kept(VersionSource.Facts before, VersionSource.Shared shared) {
            return new Version.Kept(
                    before.id(), shared.minutiae(), shared.containment(), shared.contained(), shared.resemblance());
        }
    }
}
