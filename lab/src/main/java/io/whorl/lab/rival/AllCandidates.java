package io.whorl.lab.rival;

import java.util.List;
import java.util.stream.IntStream;

/** Compares every document. */
final class AllCandidates<S> implements Candidates<S> {
    private int[] all = {};

    @Override
    public void hold(List<S> signatures) {
        all = IntStream.range(0, signatures.size()).toArray();
    }

    @Override
    public int[] of(S query) {
        return all;
    }
}
