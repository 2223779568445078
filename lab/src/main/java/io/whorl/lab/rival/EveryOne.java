package io.whorl.lab.rival;

import java.util.List;
import java.util.stream.IntStream;

/** Every document, whatever is asked. */
final class EveryOne<S> implements Candidates<S> {
    private int[] all = {};

    @Override
    public void hold(List<S> signatures) {
        all = IntStream.range(0, signatures.size()).toArray();
    }

    @Override
    public int[] of(S question) {
        return all;
    }
}
