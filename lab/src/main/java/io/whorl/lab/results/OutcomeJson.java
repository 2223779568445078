package io.whorl.lab.results;

import io.whorl.lab.model.IndexSize;
import io.whorl.lab.model.Means;
import io.whorl.lab.model.Operation;
import io.whorl.lab.model.Outcome;
import io.whorl.lab.model.Timings;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;

/**
 * An {@link Outcome} as JSON. Derived figures (means, sums) are written for other programs, and computed again when the
 * line is read.
 */
record OutcomeJson(
        ConfigurationJson configuration,
        MeansJson means,
        AffinityJson affinity,
        List<OperationJson> operations,
        IndexSize size,
        List<AnswerJson> answers,
        Timings timings) {

    record MeansJson(
            int questions,
            double precision,
            double recall,
            double highestFalseMatch,
            double separation,
            OptionalDouble ratio,
            int imprecise,
            int negative) {
        static MeansJson of(Means means) {
            return new MeansJson(
                    means.questions(),
                    means.precision(),
                    means.recall(),
                    means.highestFalseMatch(),
                    means.separation(),
                    means.ratio(),
                    means.imprecise(),
                    means.negative());
        }
    }

    record OperationJson(double threshold, long tp, long fp, long fn, long tn) {
        static OperationJson of(Operation of) {
            return new OperationJson(
                    of.threshold(), of.truePositives(), of.falsePositives(), of.falseNegatives(), of.trueNegatives());
        }
    }

    static OutcomeJson of(Outcome outcome) throws IOException {
        return new OutcomeJson(
                ConfigurationJson.of(outcome.configuration()),
                MeansJson.of(outcome.means()),
                AffinityJson.of(outcome.affinity()),
                outcome.operations().stream().map(OperationJson::of).toList(),
                outcome.size(),
                outcome.answers().stream().map(AnswerJson::of).toList(),
                outcome.timings());
    }

    Outcome outcome() throws IOException {
        List<Double> thresholds =
                operations.stream().map(OperationJson::threshold).toList();
        for (AnswerJson answer : answers) {
            if (answer.tp().size() != thresholds.size() || answer.fp().size() != thresholds.size()) {
                throw new IOException(
                        "answer " + answer.id() + " has " + answer.tp().size() + " and "
                                + answer.fp().size() + " counts; there must be one for each of " + thresholds.size()
                                + " thresholds");
            }
        }
        return new Outcome(
                configuration.configuration(),
                size,
                timings,
                answers.stream()
                        .map(answer -> answer.answer(thresholds, size.documents()))
                        .toList());
    }
}
