package io.whorl.lab.results;

import io.whorl.lab.model.Answer;
import io.whorl.lab.model.Effectiveness;
import io.whorl.lab.model.Operation;
import java.util.ArrayList;
import java.util.List;

/**
 * An {@link Answer} as JSON. There may be many answers, so each threshold has two numbers only; the other counts follow
 * from them.
 *
 * @param tp related documents found, for each threshold
 * @param fp unrelated documents found, for each threshold
 */
record AnswerJson(
        String id,
        String group,
        int right,
        int minutiae,
        double precision,
        double recall,
        double highestFalseMatch,
        double separation,
        AffinityJson affinity,
        List<Long> tp,
        List<Long> fp) {

    static AnswerJson of(Answer of) {
        return new AnswerJson(
                of.id(),
                of.group(),
                of.right(),
                of.minutiae(),
                of.effectiveness().precision(),
                of.effectiveness().recall(),
                of.effectiveness().highestFalseMatch(),
                of.effectiveness().separation(),
                AffinityJson.of(of.affinity()),
                of.operations().stream().map(Operation::truePositives).toList(),
                of.operations().stream().map(Operation::falsePositives).toList());
    }

    /**
     * @param thresholds as many as there are counts
     * @param documents in the collection
     */
    Answer answer(List<Double> thresholds, long documents) {
        List<Operation> operations = new ArrayList<>();
        for (int i = 0; i < thresholds.size(); i++) {
            operations.add(new Operation(
                    thresholds.get(i), tp.get(i), fp.get(i), right - 1 - tp.get(i), documents - right - fp.get(i)));
        }
        return new Answer(
                id,
                group,
                right,
                minutiae,
                new Effectiveness(precision, recall, highestFalseMatch, separation),
                affinity.affinity(),
                operations);
    }
}
