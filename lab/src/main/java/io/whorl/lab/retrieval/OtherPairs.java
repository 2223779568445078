package io.whorl.lab.retrieval;

import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.retrieval.RetrievalLaboratory.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The passages that were found in pairs without a case, to be read: some of them are copied, although not listed. */
public final class OtherPairs {
    private static final int SHOWN = 400;

    private OtherPairs() {}

    /** Returns a row for each detection in a pair without a case, with the beginnings of both passages. */
    public static FigureTable table(Outcome outcome, Texts texts) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        for (Suspicion each : outcome.suspicions()) {
            for (Candidate candidate : each.candidates()) {
                for (Detection detection : candidate.detections()) {
                    if (!each.hasCase(candidate.source())) {
                        rows.add(List.of(
                                each.id(),
                                candidate.source(),
                                each.clean() ? "clean" : "",
                                each.cases().containsKey(candidate.source()) ? "listed" : "",
                                each.atCase(detection) ? "known" : "",
                                detection.verbatim() ? "verbatim" : "",
                                Long.toString(candidate.shared()),
                                Integer.toString(detection.words()),
                                cut(
                                        texts.text(each.id()),
                                        detection.match().aFrom(),
                                        detection.match().aTo()),
                                cut(
                                        texts.text(candidate.source()),
                                        detection.match().bFrom(),
                                        detection.match().bTo())));
                    }
                }
            }
        }
        return new FigureTable(
                "other-pairs",
                "Passages of pairs without a case",
                List.of(
                        "document",
                        "source",
                        "clean",
                        "listed",
                        "at a case",
                        "equal words",
                        "shared",
                        "words",
                        "passage",
                        "passage of the source"),
                rows,
                List.of());
    }

    private static String cut(byte[] utf8, int from, int to) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        int start = text.offsetByCodePoints(0, from);
        int end = text.offsetByCodePoints(start, Math.min(SHOWN, to - from));
        return text.substring(start, end).replaceAll("\\s+", " ");
    }
}
