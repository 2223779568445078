package io.whorl.write;

import io.whorl.LongForm;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.Transformer;

/**
 * Runs random sequences of all operations on an index and on a map: every held snapshot keeps its answers. The long
 * form runs much longer sequences.
 */
class WriterModelTest {
    private static final int MOST_STEPS = LongForm.of(16, 500);
    private static final List<Scheme> SCHEMES = List.of(
            Scheme.builder().build(),
            Scheme.builder().granularity(2).frequencies(true).bits(64).build(),
            Scheme.builder()
                    .granularity(2)
                    .selection("min-s", Map.of("s", "30"))
                    .build(),
            Scheme.builder().granularity(2).selection("mod-by-size", Map.of()).build(),
            Scheme.builder().granularity(1).selection("mod", Map.of("m", "5")).build());
    private static final WriterOptions SMALL = WriterOptions.builder()
            .liveMap(LiveMap.REQUIRED)
            .livePostings(1_000)
            .liveDocuments(100)
            .memory(16 << 20)
            .mergeFactor(2)
            .threads(2)
            .build();
    /**
     * The smallest live tier; only direct commits; a commit as large as the tier; a tier that never fills; no map;
     * texts and fingerprints.
     */
    private static final List<WriterOptions> OPTIONS = List.of(
            SMALL,
            SMALL.toBuilder().directPostings(1).build(),
            SMALL.toBuilder().directPostings(1_000).mergeFactor(3).build(),
            SMALL.toBuilder().livePostings(20_000).liveDocuments(1_000).build(),
            SMALL.toBuilder().directPostings(700).liveMap(LiveMap.NONE).build(),
            SMALL.toBuilder().storeText(true).build(),
            SMALL.toBuilder().storeFingerprints(true).build(),
            SMALL.toBuilder()
                    .directPostings(1)
                    .storeText(true)
                    .storeFingerprints(true)
                    .build(),
            SMALL.toBuilder()
                    .directPostings(700)
                    .liveMap(LiveMap.NONE)
                    .storeFingerprints(true)
                    .build());

    private final List<ModelledIndex> begun = new ArrayList<>();

    /** One operation. */
    private interface Step {
        void run(ModelledIndex index) throws IOException;
    }

    private static Transformer<ModelledIndex> step(String name, Step step) {
        return Transformer.mutate(name, index -> {
            try {
                step.run(index);
                index.check();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static Action<ModelledIndex> just(String name, Step step) {
        return Action.just(step(name, step));
    }

    /** An action with random numbers. */
    private record Drawn(Arbitrary<Transformer<ModelledIndex>> transformer)
            implements Action.Independent<ModelledIndex> {}

    private static Arbitrary<Integer> number() {
        return Arbitraries.integers().between(0, 30);
    }

    /** An operation with two numbers. */
    private interface TwoNumbers {
        void run(ModelledIndex index, int a, int b) throws IOException;
    }

    private static Action<ModelledIndex> with(String name, TwoNumbers step) {
        return new Drawn(Combinators.combine(number(), number())
                .as((a, b) -> step(name + " " + a + " " + b, index -> step.run(index, a, b))));
    }

    @Provide
    Arbitrary<ActionChain<ModelledIndex>> chains() {
        return Combinators.combine(Arbitraries.of(SCHEMES), Arbitraries.longs(), Arbitraries.of(OPTIONS))
                .as(Tuple::of)
                .flatMap(t -> ActionChain.startWith(() -> begin(t.get1(), t.get2(), t.get3()))
                        .withAction(8, with("add", ModelledIndex::add))
                        .withAction(
                                3,
                                new Drawn(number().list()
                                        .ofMaxSize(40)
                                        .map(all -> step("addAll " + all, index -> index.addAll(all)))))
                        .withAction(4, with("update", ModelledIndex::update))
                        .withAction(5, with("delete", (index, a, b) -> index.delete(a)))
                        .withAction(9, just("commit", ModelledIndex::commit))
                        .withAction(2, just("seal", ModelledIndex::seal))
                        .withAction(1, just("forceMerge", ModelledIndex::forceMerge))
                        .withAction(2, with("reopen", (index, a, b) -> index.reopen(OPTIONS.get(a % OPTIONS.size()))))
                        .withAction(3, with("hold", (index, a, b) -> index.hold(a % 2 == 0)))
                        .withAction(4, with("refresh", (index, a, b) -> index.refresh(a)))
                        .withAction(1, with("let go", (index, a, b) -> index.letGo(a, b % 2 == 0)))
                        .withMaxTransformations(MOST_STEPS));
    }

    private ModelledIndex begin(Scheme scheme, long seed, WriterOptions options) {
        try {
            begun.add(new ModelledIndex(scheme, seed, options));
            return begun.get(begun.size() - 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterTry
    void end() throws IOException {
        for (ModelledIndex index : begun) {
            index.close();
        }
        begun.clear();
    }

    @Property(tries = 8)
    void everySnapshotAnswersLikeAMapOfItsCommit(@ForAll("chains") ActionChain<ModelledIndex> chain)
            throws IOException {
        chain.run().checkWhole();
    }
}
