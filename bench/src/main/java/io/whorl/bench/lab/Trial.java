package io.whorl.bench.lab;

import io.whorl.bench.lab.collection.Question;
import io.whorl.bench.lab.collection.Texts;
import io.whorl.bench.lab.model.Answer;
import io.whorl.bench.lab.model.Configuration;
import io.whorl.bench.lab.quality.Alterer;
import io.whorl.bench.lab.quality.Judge;
import io.whorl.bench.lab.quality.Ranking;
import io.whorl.bench.lab.query.Asking;
import io.whorl.query.Matches;
import io.whorl.query.Snapshot;
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

    private final Asking asking;
    private final Configuration configuration;
    private final Snapshot index;
    private final Texts texts;
    private final List<Question> questions;
    private final long seed;

    Trial(Configuration configuration, Snapshot index, Texts texts, List<Question> questions, long seed) {
        asking = new Asking(configuration);
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
            asked.forEach(text -> asking.ask(index, text, TOP));
        }
        long[][] nanos = new long[asked.size()][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < nanos.length; i++) {
                long before = System.nanoTime();
                asking.ask(index, asked.get(i), TOP);
                nanos[i][round] = System.nanoTime() - before;
            }
        }
        return QueryTimes.of(nanos);
    }

    /** In the order of the questions, whatever the number of threads. */
    List<Answer> answers(List<Double> thresholds, int threads) throws IOException {
        Judge judge = new Judge(texts.size(), thresholds);
        return InOrder.map(questions, threads, question -> answer(judge, question));
    }

    private Answer answer(Judge judge, Question question) throws IOException {
        byte[] text = texts.text(question.id());
        Matches whole = asking.ask(index, text, texts.size());
        double own = Ranking.score(whole.matches(), question.id()).orElse(0);
        Matches asked = configuration.alteration().isEmpty() ? whole
                : asking.ask(index, altered(question, text), texts.size());
        return judge.answer(question, Ranking.of(asked.matches(), own), asked.minutiae());
    }

    private byte[] altered(Question question, byte[] text) {
        return configuration.alteration().map(how -> new Alterer(how, seed).alter(question.id(), text)).orElse(text);
    }
}
