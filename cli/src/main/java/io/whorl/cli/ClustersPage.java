package io.whorl.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.cli.HtmlPage.DataBlocks;
import io.whorl.cli.HtmlPage.PassagesJson;
import io.whorl.cli.HtmlPage.PassagesJson.Places;
import io.whorl.cli.PairAlignment.SharingPair;
import io.whorl.cli.PairAlignment.SharingPair.CheckedText;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Clusters.Edge;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.query.TextSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Clusters as one HTML file. Clusters are written one by one, so the memory does not depend on their number. Used once.
 */
final class ClustersPage {
    private static final HtmlPage PAGE = new HtmlPage("Clusters", "clusters.html", List.of("en"));

    /**
     * Members and pairs of a block, about: as many as a reader can wait for. A larger cluster has a block of its own.
     */
    private static final long ENTRIES = 4_000;

    private static final int ROWS = 10_000;

    private final Clusters clusters;
    private final SimilarityOptions options;
    private final PageSize size;
    private final TextSource texts;
    private final DatesById dates;
    private final List<String> notes;
    private final PageLimits limits;
    private final ScoreBins bins;
    private boolean dated;

    /**
     * What a page shows.
     *
     * @param clusters the number of clusters, from the largest, 1 or more
     * @param samples the number of texts of a cluster, 0 for no texts
     * @param sampleBytes the bytes of all texts, at most
     */
    public record PageSize(long clusters, int samples, long sampleBytes) {}

    @FunctionalInterface
    public interface DatesById {
        /** No document has a date. */
        DatesById NONE = id -> Optional.empty();

        /** Returns the date of a document; empty if it has none. */
        Optional<Instant> of(String id) throws IOException;
    }

    /**
     * @param texts the texts of documents; {@link TextSource#NONE} if there are none
     * @param dates the dates of documents; {@link DatesById#NONE} if there are none
     * @param notes what a reader of the page should know, in sentences
     */
    public ClustersPage(
            Clusters clusters,
            SimilarityOptions options,
            PageSize size,
            TextSource texts,
            DatesById dates,
            List<String> notes) {
        this.clusters = clusters;
        this.options = options;
        this.size = size;
        this.texts = texts;
        this.dates = dates;
        this.notes = new ArrayList<>(notes);
        limits = PageLimits.of(clusters, size.clusters());
        bins = ScoreBins.of(clusters, options.measure().highest());
    }

    /** Writes the page. Equal clusters, texts and dates have equal bytes, with any number of threads. */
    public void write(OutputStream out) throws IOException {
        PAGE.write(out, this::writeData);
    }

    /** Returns what the page leaves out, in sentences, after it is written. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    private void writeData(DataBlocks blocks) throws IOException {
        notes.addAll(limits.notes(clusters));
        writeList(blocks);
        ClusterTexts samples = new ClusterTexts();
        if (size.samples() > 0) {
            samples.write(blocks);
        }
        writeMembers(blocks);
        blocks.writeJson("data", json -> {
            json.writeStartObject();
            json.writeStringField("measure", options.measure().label());
            json.writeNumberField("minScore", options.minScore());
            json.writeBooleanField("bounded", options.measure().highest() < Double.MAX_VALUE);
            json.writeBooleanField("components", isOfComponents());
            json.writeNumberField("documents", clusters.documents());
            json.writeNumberField("clustered", clusters.clustered());
            json.writeNumberField("total", clusters.clusters());
            json.writeNumberField("clusters", limits.clusters());
            json.writeBooleanField("dated", dated);
            json.writeNumberField("textClusters", samples.written);
            bins.write(json);
            DataBlocks.texts(json, "notes", notes);
            json.writeEndObject();
        });
    }

    /** True if a member's score may be with another document than the representative. */
    private boolean isOfComponents() {
        return options.link() == SimilarityOptions.Link.COMPONENTS;
    }

    private void writeList(DataBlocks blocks) throws IOException {
        Iterator<Cluster> all = clusters.all();
        for (long first = 0; first < limits.clusters(); first += ROWS) {
            long rows = Math.min(limits.clusters() - first, ROWS);
            blocks.writeJson("list-" + first / ROWS, json -> {
                json.writeStartArray();
                for (long n = 0; n < rows; n++) {
                    writeRow(json, all.next());
                }
                json.writeEndArray();
            });
        }
    }

    private void writeRow(JsonGenerator json, Cluster cluster) throws IOException {
        json.writeStartArray();
        json.writeNumber(cluster.size());
        json.writeNumber(rounded(cluster.leastScore()));
        json.writeNumber(rounded(cluster.leastPair()));
        json.writeNumber(cluster.chained());
        json.writeString(Escapes.visible(cluster.representative()));
        if (dates != DatesById.NONE) {
            long first = Long.MAX_VALUE;
            long last = Long.MIN_VALUE;
            for (Member member : cluster) {
                Optional<Instant> date = dates.of(member.id());
                if (date.isPresent()) {
                    first = Math.min(first, date.get().toEpochMilli());
                    last = Math.max(last, date.get().toEpochMilli());
                }
            }
            if (first <= last) {
                json.writeNumber(first);
                json.writeNumber(last);
            }
        }
        json.writeEndArray();
    }

    private void writeMembers(DataBlocks blocks) throws IOException {
        Iterator<Cluster> all = clusters.all();
        for (long[] n = {0}; n[0] < limits.clusters(); ) {
            blocks.writeJson("clusters-" + (n[0] + 1), json -> {
                json.writeStartArray();
                for (long entries = 0; entries < ENTRIES && n[0] < limits.clusters(); n[0]++) {
                    entries += writeMembers(json, all.next());
                }
                json.writeEndArray();
            });
        }
    }

    private long writeMembers(JsonGenerator json, Cluster cluster) throws IOException {
        List<Member> listed = new ArrayList<>();
        long members = 0;
        for (Member member : cluster) {
            if (members > 0) {
                bins.members[bins.bin(member.score())]++;
            }
            if (members++ < limits.members()) {
                listed.add(member);
            }
        }
        Map<String, Integer> places = new HashMap<>();
        for (Member member : listed) {
            places.put(member.id(), places.size());
        }
        json.writeStartObject();
        DataBlocks.array(json, "ids", listed, m -> json.writeString(Escapes.visible(m.id())));
        DataBlocks.array(json, "scores", listed, m -> json.writeNumber(rounded(m.score())));
        if (isOfComponents()) {
            DataBlocks.array(json, "to", listed, m -> json.writeNumber(places.getOrDefault(m.to(), -1)));
        }
        if (dates != DatesById.NONE) {
            DataBlocks.array(json, "dates", listed, member -> {
                Optional<Instant> date = dates.of(member.id());
                dated |= date.isPresent();
                if (date.isPresent()) {
                    json.writeNumber(date.get().toEpochMilli());
                } else {
                    json.writeNull();
                }
            });
        }
        long edges = writeEdges(json, cluster, places);
        json.writeEndObject();
        return listed.size() + edges;
    }

    /** Writes the best pairs of listed members: two places and a score for each. */
    private long writeEdges(JsonGenerator json, Cluster cluster, Map<String, Integer> places) throws IOException {
        long read = 0;
        Iterator<Edge> edges = cluster.edges();
        json.writeArrayFieldStart("edges");
        for (; edges.hasNext() && read < limits.edges(); read++) {
            Edge edge = edges.next();
            Integer a = places.get(edge.a());
            Integer b = places.get(edge.b());
            if (a != null && b != null) {
                json.writeNumber(a);
                json.writeNumber(b);
                json.writeNumber(rounded(edge.score()));
            }
        }
        json.writeEndArray();
        if (edges.hasNext()) {
            json.writeBooleanField("moreEdges", true);
        }
        return read;
    }

    /** Returns a score with four decimals, as tables show it. */
    private static double rounded(double score) {
        return Math.round(score * 1e4) / 1e4;
    }

    /**
     * How much of the clusters a page holds, so that a browser can open it.
     *
     * @param clusters the number of clusters, from the largest
     * @param members the members of a cluster, at most
     * @param edges the pairs of a cluster, at most
     */
    private record PageLimits(long clusters, long members, long edges) {
        private static final long MOST_CLUSTERS = 100_000;
        /** Members, and pairs, of all clusters. */
        private static final long MOST_IN_ALL = 2_000_000;

        private static final long[] MEMBERS = {10_000, 3_000, 1_000, 300, 100, 30, 20};
        private static final long[] EDGES = {2_000, 1_000, 500, 200, 100, 50, 20};

        /** Returns limits that keep the whole page within its size: the same ones for every cluster. */
        static PageLimits of(Clusters clusters, long wanted) {
            long shown = Math.min(Math.min(wanted, MOST_CLUSTERS), clusters.clusters());
            return new PageLimits(
                    shown,
                    limit(clusters, shown, MEMBERS, Cluster::size),
                    limit(clusters, shown, EDGES, c -> c.size() * (c.size() - 1) / 2));
        }

        private static long limit(Clusters clusters, long shown, long[] limits, ToLongFunction<Cluster> size) {
            for (long limit : limits) {
                long sum = 0;
                Iterator<Cluster> all = clusters.all();
                for (long n = 0; n < shown && sum <= MOST_IN_ALL; n++) {
                    sum += Math.min(limit, size.applyAsLong(all.next()));
                }
                if (sum <= MOST_IN_ALL) {
                    return limit;
                }
            }
            return limits[limits.length - 1];
        }

        /** Returns what these limits leave out, in sentences. */
        List<String> notes(Clusters all) {
            List<String> notes = new ArrayList<>();
            if (clusters < all.clusters()) {
                notes.add("the page shows the " + Amount.of(clusters, "largest cluster", "largest clusters") + " of "
                        + Amount.of(all.clusters(), "cluster"));
            }
            if (clusters > 0 && all.all().next().size() > members) {
                notes.add("the page lists at most " + Amount.of(members, "member") + " of a cluster, and up to "
                        + Amount.of(edges, "pair") + "; --format json lists all members, and --edges all pairs");
            }
            return notes;
        }
    }

    /** Distributions of scores in equal bins from 0 to the highest score. */
    private record ScoreBins(double highest, long[] pairs, long[] members) {
        private static final int BINS = 20;

        /**
         * Counts all pairs that reach the threshold.
         *
         * @param highest the highest possible score; without one, the highest score of a pair takes its place
         */
        static ScoreBins of(Clusters clusters, double highest) {
            Iterator<Edge> edges = clusters.edges();
            double top = highest;
            if (highest == Double.MAX_VALUE) {
                Iterator<Cluster> all = clusters.all();
                // Pairs come best first. Documents of equal fingerprints are in none.
                top = Math.max(
                        clusters.edges().hasNext() ? clusters.edges().next().score() : 1,
                        all.hasNext() ? all.next().leastScore() : 1);
            }
            ScoreBins bins = new ScoreBins(top, new long[BINS], new long[BINS]);
            while (edges.hasNext()) {
                bins.pairs[bins.bin(edges.next().score())]++;
            }
            return bins;
        }

        private int bin(double score) {
            // A score of 0.3 is in the bin that begins there, although 0.3 / 1 * 20 may be less than 6.
            return Math.min(BINS - 1, (int) (score / highest * BINS + 1e-9));
        }

        void write(JsonGenerator json) throws IOException {
            json.writeNumberField("highest", highest);
            json.writeFieldName("pairScores");
            json.writeArray(pairs, 0, BINS);
            json.writeFieldName("memberScores");
            json.writeArray(members, 0, BINS);
        }
    }

    /** The bytes of a longer text that a page shows. */
    static final int MOST_TEXT = 50_000;

    /**
     * Writes texts of members with the passages that they share with the representative, in a block for each cluster:
     * those of the representative, of the member with the least score, and of others in equal distances. Clusters come
     * in their order until the bytes of all texts are used up. One thread chooses.
     */
    private final class ClusterTexts {
        /** What a text counts at least, so that empty texts end, too. */
        private static final int LEAST_TEXT = 100;

        private final PairAlignment alignment =
                new PairAlignment(Aligner.of(AlignmentOptions.DEFAULT), new GivenText(List.of()), CitedText.Parts.NONE);
        private final Iterator<Cluster> all = clusters.all();
        private long written;
        private long limited;
        private long left = size.sampleBytes();
        private long cut;
        private long done;
        private boolean exhausted;

        /**
         * @param member its place among the members, 0 for the representative
         * @param text the text, or its beginning
         * @param cut whether the text is longer
         */
        private record Sample(int member, CheckedText text, boolean cut) {
            String string() {
                return new String(text.utf8(), StandardCharsets.UTF_8);
            }
        }

        /**
         * @param number the number of the cluster, from 1
         * @param samples the representative, and one or more other members
         */
        private record Samples(long number, List<Sample> samples) {}

        void write(DataBlocks blocks) throws IOException {
            OrderedTasks.runInputs(this::next, options.threads(), this::align, (samples, pairs) -> {
                written++;
                blocks.writeJson("texts-" + samples.number(), json -> write(json, samples.samples(), pairs));
            });
            if (exhausted) {
                notes.add("the page has texts of " + Amount.of(written, "cluster") + ", the largest first; "
                        + "--page-bytes gives room for more");
            }
            if (cut > 0) {
                notes.add(Amount.of(cut, "text is", "texts are") + " longer than " + Amount.of(MOST_TEXT, "byte")
                        + "; the page shows and compares its beginning only");
            }
            if (limited > 0) {
                notes.add("the texts of " + Amount.of(limited, "pair")
                        + " repeat words so often that alignment reached a limit; passages may be missing or inexact");
            }
        }

        /** Aligns the representative with each of the others. */
        private List<SharingPair> align(Samples samples) {
            CheckedText representative = samples.samples().get(0).text();
            return samples.samples().stream()
                    .skip(1)
                    .map(sample -> alignment.align(representative, sample.text()))
                    .toList();
        }

        private void write(JsonGenerator json, List<Sample> samples, List<SharingPair> pairs) throws IOException {
            Map<CheckedText, Places> places = new IdentityHashMap<>();
            samples.forEach(sample -> places.put(sample.text(), new Places(sample.string())));
            Table<Sample> documents = new Table<Sample>()
                    .count("member", Sample::member)
                    .text("id", s -> Escapes.visible(s.text().id()))
                    .count("words", s -> s.text().words())
                    .mark("cut", Sample::cut)
                    .text("text", Sample::string);
            json.writeStartObject();
            DataBlocks.objects(json, "documents", documents, samples);
            DataBlocks.objects(json, "pairs", PassagesJson.table(places), pairs);
            json.writeEndObject();
            limited += pairs.stream().filter(SharingPair::limited).count();
        }

        /** Chooses of the next clusters. Clusters without two texts are left out. */
        private Optional<Samples> next() throws IOException {
            Optional<Samples> next = Optional.empty();
            for (; next.isEmpty() && done < limits.clusters() && !exhausted; done++) {
                next = of(all.next());
            }
            return next;
        }

        private Optional<Samples> of(Cluster cluster) throws IOException {
            List<Sample> samples = new ArrayList<>();
            List<Member> members = new ArrayList<>();
            for (Iterator<Member> some = cluster.iterator(); some.hasNext() && members.size() < limits.members(); ) {
                members.add(some.next());
            }
            for (int i : chosen(members)) {
                String id = members.get(i).id();
                Optional<byte[]> text = texts.text(id);
                if (text.isEmpty()) {
                    if (i == 0) {
                        return Optional.empty();
                    }
                    continue;
                }
                byte[] shown = Snippet.beginning(text.get(), MOST_TEXT);
                int bytes = Math.max(LEAST_TEXT, shown.length);
                if (bytes > left) {
                    exhausted = true;
                    break;
                }
                left -= bytes;
                boolean isCut = shown.length < text.get().length;
                cut += isCut ? 1 : 0;
                samples.add(new Sample(i, alignment.text(id, false, shown, TextPlaces.UNKNOWN, List.of()), isCut));
            }
            return samples.size() < 2 ? Optional.empty() : Optional.of(new Samples(cluster.number(), samples));
        }

        private Set<Integer> chosen(List<Member> members) {
            int least = 1;
            for (int i = 2; i < members.size(); i++) {
                if (members.get(i).score() < members.get(least).score()) {
                    least = i;
                }
            }
            Set<Integer> chosen = new LinkedHashSet<>(List.of(0, least));
            int others = members.size() - 1;
            int wanted = Math.min(size.samples(), members.size());
            for (int i = 0; chosen.size() < wanted && i < wanted; i++) {
                chosen.add(1 + (int) ((long) i * others / wanted));
            }
            return chosen;
        }
    }
}
