package io.whorl.lab.run;

import io.whorl.lab.collection.Question;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.Answer;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.parallel.Parallel;
import io.whorl.lab.quality.Alterer;
import io.whorl.lab.quality.Judge;
import io.whorl.lab.quality.Ranking;
import io.whorl.lab.query.Answering;
import io.whorl.query.Matches;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One configuration asked all questions. */
final class Trial {
    /** Best documents that a query is timed for, as many as the command line's. */
    private static final int TOP = 20;
    /** Every question is timed as often; what interrupts one of them should not count. */
    private static final int ROUNDS = 5;

    private static final int WARM_UP_ROUNDS = 2;

    private final Answering index;
    private final Configuration configuration;
    private final Texts texts;
    private final List<Question> questions;
    private final long seed;

    Trial(Configuration configuration, Answering index, Texts texts, List<Question> questions, long seed) {
        this.configuration = configuration;
        this.index = index;
        this.texts = texts;
        this.questions = questions;
        this.seed = seed;
    }

    /**
     * On this thread, with nothing beside it.
     *
     * @param warmUp how long, at least, queries run before they are timed
     */
    QueryTimes timed(Duration warmUp) throws IOException {
        List<byte[]> asked = new ArrayList<>();
        for (Question question : questions) {
            asked.add(altered(question, texts.text(question.id())));
        }
        long start = System.nanoTime();
        for (int round = 0; round < WARM_UP_ROUNDS || System.nanoTime() - start < warmUp.toNanos(); round++) {
            for (byte[] text : asked) {
                index.ask(text, TOP);
            }
        }
        long[][] nanos = new long[asked.size()][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < nanos.length; i++) {
                long before = System.nanoTime();
                index.ask(asked.get(i), TOP);
                nanos[i][round] = System.nanoTime() - before;
            }
        }
        return QueryTimes.of(nanos);
    }

    /** In the order of the questions, whatever the number of threads. */
    List<Answer> answers(List<Double> thresholds, int threads) throws IOException {
        Judge judge = new Judge(texts.size(), thresholds);
        return Parallel.map(questions, threads, question -> answer(judge, question));
    }

    private Answer answer(Judge judge, Question question) throws IOException {
        byte[] text = texts.text(question.id());
        Matches whole = index.ask(text, texts.size());
        double own = Ranking.score(whole.matches(), question.id()).orElse(0);
        Matches asked = configuration.alteration().isEmpty() ? whole : index.ask(altered(question, text), texts.size());
        return judge.answer(question, Ranking.of(asked.matches(), own), asked.minutiae());
    }

    private byte[] altered(Question question, byte[] text) {
        return configuration
                .alteration()
                .map(how -> new Alterer(how, seed).alter(question.id(), text))
                .orElse(text);
    }
}
