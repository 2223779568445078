package io.whorl.lab.run;

import io.whorl.lab.collection.Question;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.index.Searcher;
import io.whorl.lab.model.Answer;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.parallel.Parallel;
import io.whorl.lab.quality.Alterer;
import io.whorl.lab.quality.Judge;
import io.whorl.lab.quality.Ranking;
import io.whorl.query.Matches;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs all queries with one configuration. */
final class ConfigurationRun {
    /** The number of documents that a timed query returns, as on the command line. */
    private static final int TOP = 20;
    /** Each query is timed several times, so that an interruption does not count. */
    private static final int ROUNDS = 5;

    private static final int WARM_UP_ROUNDS = 2;

    private final Searcher index;
    private final Configuration configuration;
    private final Texts texts;
    private final List<Question> questions;
    private final long seed;

    ConfigurationRun(Configuration configuration, Searcher index, Texts texts, List<Question> questions, long seed) {
        this.configuration = configuration;
        this.index = index;
        this.texts = texts;
        this.questions = questions;
        this.seed = seed;
    }

    /**
     * Times the queries on this thread while nothing else runs.
     *
     * @param warmUp the minimum time that queries run before they are timed
     */
    QueryTimes timed(Duration warmUp) throws IOException {
        List<byte[]> queries = new ArrayList<>();
        for (Question question : questions) {
            queries.add(altered(question, texts.text(question.id())));
        }
        long start = System.nanoTime();
        for (int round = 0; round < WARM_UP_ROUNDS || System.nanoTime() - start < warmUp.toNanos(); round++) {
            for (byte[] text : queries) {
                index.search(text, TOP);
            }
        }
        long[][] nanos = new long[queries.size()][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < nanos.length; i++) {
                long before = System.nanoTime();
                index.search(queries.get(i), TOP);
                nanos[i][round] = System.nanoTime() - before;
            }
        }
        return QueryTimes.of(nanos);
    }

    /** Returns the answers in the order of the queries. */
    List<Answer> answers(List<Double> thresholds, int threads) throws IOException {
        Judge judge = new Judge(texts.size(), thresholds);
        return Parallel.map(questions, threads, question -> answer(judge, question));
    }

    private Answer answer(Judge judge, Question question) throws IOException {
        byte[] text = texts.text(question.id());
        Matches whole = index.search(text, texts.size());
        double own = Ranking.score(whole.matches(), question.id()).orElse(0);
        Matches matches =
                configuration.alteration().isEmpty() ? whole : index.search(altered(question, text), texts.size());
        return judge.answer(question, Ranking.of(matches.matches(), own), matches.minutiae());
    }

    private byte[] altered(Question question, byte[] text) {
        return configuration
                .alteration()
                .map(how -> new Alterer(how, seed).alter(question.id(), text))
                .orElse(text);
    }
}
