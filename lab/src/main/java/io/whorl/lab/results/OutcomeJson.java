package io.whorl.lab.results;

import io.whorl.lab.model.Affinity;
import io.whorl.lab.model.Answer;
import io.whorl.lab.model.Effectiveness;
import io.whorl.lab.model.IndexSize;
import io.whorl.lab.model.Means;
import io.whorl.lab.model.Moments;
import io.whorl.lab.model.Operation;
import io.whorl.lab.model.Outcome;
import io.whorl.lab.model.Timings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Outcomes as JSON. What is derived (means, sums) is written for other programs, and made anew when read. */
final class OutcomeJson {
    private OutcomeJson() {}

    static Map<String, Object> write(Outcome outcome) throws IOException {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("configuration", ConfigurationJson.write(outcome.configuration()));
        out.put("means", means(outcome.means()));
        out.put("affinity", write(outcome.affinity()));
        out.put(
                "operations",
                outcome.operations().stream().map(OutcomeJson::write).toList());
        out.put("size", write(outcome.size()));
        out.put("answers", outcome.answers().stream().map(OutcomeJson::write).toList());
        out.put("timings", write(outcome.timings()));
        return out;
    }

    static Outcome read(Fields in) throws IOException {
        IndexSize size = size(in.object("size"));
        List<Operation> operations = in.objects("operations", OutcomeJson::operation);
        return new Outcome(
                ConfigurationJson.read(in.object("configuration")),
                size,
                timings(in.object("timings")),
                in.objects("answers", answer -> answer(answer, operations, size.documents())));
    }

    private static Map<String, Object> means(Means means) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("questions", means.questions());
        out.put("precision", means.precision());
        out.put("recall", means.recall());
        out.put("highestFalseMatch", means.highestFalseMatch());
        out.put("separation", means.separation());
        means.ratio().ifPresent(ratio -> out.put("ratio", ratio));
        out.put("imprecise", means.imprecise());
        out.put("negative", means.negative());
        return out;
    }

    private static Map<String, Object> write(Answer answer) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("id", answer.id());
        out.put("group", answer.group());
        out.put("right", answer.right());
        out.put("minutiae", answer.minutiae());
        out.put("precision", answer.effectiveness().precision());
        out.put("recall", answer.effectiveness().recall());
        out.put("highestFalseMatch", answer.effectiveness().highestFalseMatch());
        out.put("separation", answer.effectiveness().separation());
        out.put("affinity", write(answer.affinity()));
        // One number a threshold, for there may be many answers; the rest follows from them.
        out.put("tp", answer.operations().stream().map(Operation::truePositives).toList());
        out.put(
                "fp",
                answer.operations().stream().map(Operation::falsePositives).toList());
        return out;
    }

    /**
     * @param all the operations over all answers, for the thresholds
     * @param documents in the collection
     */
    private static Answer answer(Fields in, List<Operation> all, long documents) throws IOException {
        List<Long> right = in.wholes("tp", all.size());
        List<Long> wrong = in.wholes("fp", all.size());
        int s = in.small("right");
        List<Operation> operations = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            operations.add(new Operation(
                    all.get(i).threshold(),
                    right.get(i),
                    wrong.get(i),
                    s - 1 - right.get(i),
                    documents - s - wrong.get(i)));
        }
        return new Answer(
                in.text("id"),
                in.text("group"),
                s,
                in.small("minutiae"),
                new Effectiveness(
                        in.real("precision"), in.real("recall"), in.real("highestFalseMatch"), in.real("separation")),
                affinity(in.object("affinity")),
                operations);
    }

    private static Map<String, Object> write(Affinity affinity) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("self", write(affinity.self()));
        out.put("related", write(affinity.related()));
        out.put("unrelated", write(affinity.unrelated()));
        return out;
    }

    private static Affinity affinity(Fields in) throws IOException {
        return new Affinity(moments(in.object("self")), moments(in.object("related")), moments(in.object("unrelated")));
    }

    private static Map<String, Object> write(Moments moments) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("count", moments.count());
        out.put("sum", moments.sum());
        out.put("squares", moments.squares());
        out.put("mean", moments.mean());
        out.put("deviation", moments.deviation());
        return out;
    }

    private static Moments moments(Fields in) throws IOException {
        return new Moments(in.whole("count"), in.real("sum"), in.real("squares"));
    }

    private static Map<String, Object> write(Operation operation) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("threshold", operation.threshold());
        out.put("tp", operation.truePositives());
        out.put("fp", operation.falsePositives());
        out.put("fn", operation.falseNegatives());
        out.put("tn", operation.trueNegatives());
        return out;
    }

    private static Operation operation(Fields in) throws IOException {
        return new Operation(in.real("threshold"), in.whole("tp"), in.whole("fp"), in.whole("fn"), in.whole("tn"));
    }

    private static Map<String, Object> write(IndexSize size) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("documents", size.documents());
        out.put("textBytes", size.textBytes());
        out.put("words", size.words());
        out.put("minutiae", size.minutiae());
        out.put("singletons", size.singletons());
        out.put("postings", size.postings());
        out.put("bytes", size.bytes());
        return out;
    }

    private static IndexSize size(Fields in) throws IOException {
        return new IndexSize(
                in.whole("documents"),
                in.whole("textBytes"),
                in.whole("words"),
                in.whole("minutiae"),
                in.whole("singletons"),
                in.whole("postings"),
                in.whole("bytes"));
    }

    private static Map<String, Object> write(Timings timings) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("buildSeconds", timings.buildSeconds());
        out.put("buildMegabytesPerSecond", timings.buildMegabytesPerSecond());
        out.put("queryMedianMicros", timings.queryMedianMicros());
        out.put("query99Micros", timings.query99Micros());
        out.put("samples", timings.samples());
        return out;
    }

    private static Timings timings(Fields in) throws IOException {
        return new Timings(
                in.real("buildSeconds"),
                in.real("buildMegabytesPerSecond"),
                in.real("queryMedianMicros"),
                in.real("query99Micros"),
                in.small("samples"));
    }
}
