package io.whorl.cli.html;

import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.cli.html.ClusterTexts.SampleChoice.Sample;
import io.whorl.cli.html.ClustersPage.ClustersPageOptions;
import io.whorl.cli.html.ClustersPage.PageLimits;
import io.whorl.cli.html.PassagesJson.Places;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Escapes;
import io.whorl.cli.output.Table;
import io.whorl.cli.passages.CitedText;
import io.whorl.cli.passages.GivenText;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.cli.passages.PairAlignment;
import io.whorl.cli.passages.SharingPair;
import io.whorl.cli.passages.SharingPair.CheckedText;
import io.whorl.cli.passages.TextPlaces;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.Clusters;
import io.whorl.query.TextSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes texts of members with the passages that they share with the representative, in a block for each cluster, until
 * all texts together have the bytes of the options.
 */
final class ClusterTexts {
    private final ClustersPageOptions options;
    private final SampleChoice choice;
    private final PairAlignment alignment =
            new PairAlignment(Aligner.of(AlignmentOptions.DEFAULT), new GivenText(List.of()), CitedText.Parts.NONE);
    private long clusters;
    private long limited;

    /** The representative, and other members with their passages. */
    private record Aligned(List<CheckedText> texts, List<SharingPair> pairs) {}

    ClusterTexts(ClustersPageOptions options, PageLimits limits, TextSource texts) {
        this.options = options;
        choice = new SampleChoice(options, limits, texts);
    }

    long clusters() {
        return clusters;
    }

    void write(Clusters all, DataBlocks blocks) throws IOException {
        Iterator<Cluster> chosen = all.all();
        OrderedTasks.runInputs(() -> choice.next(chosen), options.threads(), this::align, (samples, aligned) -> {
            clusters++;
            blocks.writeJson("texts-" + samples.number(), json -> write(json, samples.samples(), aligned));
        });
    }

    private Aligned align(SampleChoice.Samples samples) {
        List<CheckedText> texts = new ArrayList<>();
        List<SharingPair> pairs = new ArrayList<>();
        for (Sample sample : samples.samples()) {
            texts.add(alignment.text(sample.id(), false, sample.utf8(), TextPlaces.UNKNOWN));
        }
        for (CheckedText text : texts.subList(1, texts.size())) {
            pairs.add(alignment.align(texts.get(0), text));
        }
        return new Aligned(texts, pairs);
    }

    private void write(JsonGenerator json, List<Sample> samples, Aligned aligned) throws IOException {
        record Shown(Sample sample, CheckedText text, String string) {}

        List<Shown> shown = new ArrayList<>();
        Map<CheckedText, Places> places = new IdentityHashMap<>();
        for (int i = 0; i < samples.size(); i++) {
            String string = new String(samples.get(i).utf8(), StandardCharsets.UTF_8);
            shown.add(new Shown(samples.get(i), aligned.texts().get(i), string));
            places.put(aligned.texts().get(i), new Places(string));
        }
        Table<Shown> documents = new Table<Shown>()
                .count("member", s -> s.sample().member())
                .text("id", s -> Escapes.visible(s.sample().id()))
                .count("words", s -> s.text().words())
                .mark("cut", s -> s.sample().cut())
                .text("text", Shown::string);
        json.writeStartObject();
        DataBlocks.objects(json, "documents", documents, shown);
        DataBlocks.objects(json, "pairs", PassagesJson.table(places), aligned.pairs());
        json.writeEndObject();
        limited += aligned.pairs().stream().filter(SharingPair::limited).count();
    }

    List<String> notes() {
        List<String> notes = new ArrayList<>(choice.notes(clusters));
        if (limited > 0) {
            notes.add("the texts of " + Amount.of(limited, "pair")
                    + " repeat words so often that alignment reached a limit; passages may be missing or inexact");
        }
        return notes;
    }

    /**
     * Chooses the members whose texts a page shows: the representative, the member with the least score, and others in
     * equal distances. Clusters come in their order until the bytes of all texts are used up. One thread.
     */
    static final class SampleChoice {
        /** The bytes of a longer text that a page shows. */
        static final int MOST_TEXT = 50_000;
        /** What a text counts at least, so that empty texts end, too. */
        private static final int LEAST_TEXT = 100;

        private final ClustersPageOptions options;
        private final PageLimits limits;
        private final TextSource texts;
        private long left;
        private long cut;
        private long done;
        private boolean exhausted;

        /**
         * @param member its place among the members, 0 for the representative
         * @param utf8 the text, or its beginning
         * @param cut whether the text is longer
         */
        record Sample(int member, String id, byte[] utf8, boolean cut) {}

        /**
         * @param number the number of the cluster, from 1
         * @param samples the representative, and one or more other members
         */
        record Samples(long number, List<Sample> samples) {}

        SampleChoice(ClustersPageOptions options, PageLimits limits, TextSource texts) {
            this.options = options;
            this.limits = limits;
            this.texts = texts;
            left = options.sampleBytes();
        }

        /** Chooses of the next clusters. Clusters without two texts are left out. */
        Optional<Samples> next(Iterator<Cluster> clusters) throws IOException {
            Optional<Samples> next = Optional.empty();
            for (; next.isEmpty() && done < limits.clusters() && !exhausted; done++) {
                next = of(clusters.next());
            }
            return next;
        }

        private Optional<Samples> of(Cluster cluster) throws IOException {
            List<Sample> samples = new ArrayList<>();
            List<Member> members = new ArrayList<>();
            for (Iterator<Member> all = cluster.iterator(); all.hasNext() && members.size() < limits.members(); ) {
                members.add(all.next());
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
                byte[] shown = beginning(text.get(), MOST_TEXT);
                int bytes = Math.max(LEAST_TEXT, shown.length);
                if (bytes > left) {
                    exhausted = true;
                    break;
                }
                left -= bytes;
                boolean isCut = shown.length < text.get().length;
                cut += isCut ? 1 : 0;
                samples.add(new Sample(i, id, shown, isCut));
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
            int wanted = Math.min(options.samples(), members.size());
            for (int i = 0; chosen.size() < wanted && i < wanted; i++) {
                chosen.add(1 + (int) ((long) i * others / wanted));
            }
            return chosen;
        }

        /** Returns the beginning of a text in so many bytes or a few less, without half a character at the end. */
        static byte[] beginning(byte[] utf8, int most) {
            if (utf8.length <= most) {
                return utf8;
            }
            int end = most;
            while (end > most - 3 && (utf8[end] & 0xc0) == 0x80) {
                end--;
            }
            return Arrays.copyOf(utf8, end);
        }

        List<String> notes(long clusters) {
            List<String> notes = new ArrayList<>();
            if (exhausted) {
                notes.add("the page has texts of " + Amount.of(clusters, "cluster") + ", the largest first; "
                        + "--page-bytes gives room for more");
            }
            if (cut > 0) {
                notes.add(Amount.of(cut, "text is", "texts are") + " longer than " + Amount.of(MOST_TEXT, "byte")
                        + "; the page shows and compares its beginning only");
            }
            return notes;
        }
    }
}
