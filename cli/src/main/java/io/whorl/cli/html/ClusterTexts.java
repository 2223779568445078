package io.whorl.cli.html;

import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.cli.html.PassagesJson.Places;
import io.whorl.cli.html.SampleChoice.Sample;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Escapes;
import io.whorl.cli.passages.CheckedText;
import io.whorl.cli.passages.GivenText;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.cli.passages.PairAlignment;
import io.whorl.cli.passages.SharingPair;
import io.whorl.cli.passages.TextPlaces;
import io.whorl.cluster.Clusters;
import io.whorl.query.TextSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes texts of members with the passages that they share with the representative, in a block for each cluster, until
 * all texts together have the bytes of the options.
 */
final class ClusterTexts {
    private final ClustersPageOptions options;
    private final SampleChoice choice;
    private final PairAlignment alignment =
            new PairAlignment(Aligner.of(AlignmentOptions.DEFAULT), new GivenText(List.of()));
    private long clusters;
    private long limited;

    /** The representative, and other members with their passages. */
    private record Aligned(List<CheckedText> texts, List<SharingPair> pairs) {}

    ClusterTexts(ClustersPageOptions options, PageLimits limits, TextSource texts) {
        this.options = options;
        choice = new SampleChoice(options, limits, texts);
    }

    /** The number of clusters with texts. */
    long clusters() {
        return clusters;
    }

    void write(Clusters all, DataBlocks blocks) throws IOException {
        try {
            OrderedTasks.run(() -> choice.of(all), options.threads(), this::align, (samples, aligned) -> {
                clusters++;
                blocks.writeJson("texts-" + samples.number(), json -> write(json, samples.samples(), aligned));
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
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
        json.writeStartObject();
        json.writeArrayFieldStart("documents");
        List<Places> places = new ArrayList<>();
        for (int i = 0; i < samples.size(); i++) {
            Sample sample = samples.get(i);
            String text = new String(sample.utf8(), StandardCharsets.UTF_8);
            places.add(new Places(text));
            json.writeStartObject();
            json.writeNumberField("member", sample.member());
            json.writeStringField("id", Escapes.visible(sample.id()));
            json.writeNumberField("words", aligned.texts().get(i).words());
            if (sample.cut()) {
                json.writeBooleanField("cut", true);
            }
            json.writeStringField("text", text);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("pairs");
        for (int i = 0; i < aligned.pairs().size(); i++) {
            SharingPair pair = aligned.pairs().get(i);
            limited += pair.limited() ? 1 : 0;
            json.writeStartObject();
            PassagesJson.write(json, pair, places.get(0), places.get(i + 1));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Returns what is left out, in sentences. */
    List<String> notes() {
        List<String> notes = new ArrayList<>(choice.notes(clusters));
        if (limited > 0) {
            notes.add("the texts of " + Amount.of(limited, "pair")
                    + " repeat words so often that alignment reached a limit; passages may be missing or inexact");
        }
        return notes;
    }
}
