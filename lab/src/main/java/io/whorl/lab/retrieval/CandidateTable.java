package io.whorl.lab.retrieval;

import io.whorl.lab.model.FigureTable;
import io.whorl.lab.retrieval.RetrievalLaboratory.Outcome;
import java.util.ArrayList;
import java.util.List;

/** All candidates with their figures, for other tests than those of {@link Verdicts}. */
public final class CandidateTable {
    private CandidateTable() {}

    /** Returns a row for each candidate. */
    public static FigureTable table(Outcome outcome) {
        List<List<String>> rows = new ArrayList<>();
        for (Suspicion each : outcome.suspicions()) {
            for (Candidate candidate : each.candidates()) {
                rows.add(List.of(
                        each.id(),
                        each.category(),
                        Integer.toString(each.words()),
                        each.clean() ? "clean" : "",
                        candidate.source(),
                        each.cases().containsKey(candidate.source()) ? "listed" : "",
                        each.hasCase(candidate.source()) ? "case" : "",
                        Long.toString(candidate.shared()),
                        Long.toString(candidate.rare()),
                        Double.toString(candidate.weighted()),
                        Integer.toString(candidate.rankByShared()),
                        Integer.toString(candidate.rankByWeight()),
                        Integer.toString(candidate.detections().size()),
                        Integer.toString(candidate.words())));
            }
        }
        return new FigureTable(
                "candidates",
                "Candidates",
                List.of(
                        "document",
                        "category",
                        "words",
                        "clean",
                        "source",
                        "listed",
                        "case",
                        "shared",
                        "rare",
                        "weighted",
                        "rank by shared",
                        "rank by weight",
                        "passages",
                        "words of passages"),
                rows,
                List.of());
    }
}
