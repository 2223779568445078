package io.whorl.crash;

import java.util.ArrayList;
import java.util.List;

/**
 * The states of a scenario in order: the acknowledged ones, which are safe, and those that may already be on disk.
 * Thread-safe.
 *
 * @param <S> states, compared by equals
 */
public final class History<S> {
    private final List<S> states = new ArrayList<>();
    private int safe;

    /** @param first the initial state, which is safe */
    public History(S first) {
        states.add(first);
    }

    /** Call this before beginning the step to this state: from now on a power loss may leave it. */
    public synchronized void begins(S state) {
        states.add(state);
    }

    /** Call this when the state is acknowledged: from now on a power loss leaves it or a later one. */
    public synchronized void acknowledged(S state) {
        int at = states.lastIndexOf(state);
        if (at < safe) {
            throw new IllegalStateException("this state was never begun, or a later one is acknowledged: " + state);
        }
        safe = at;
    }

    /** The index of the last acknowledged state. */
    synchronized int safe() {
        return safe;
    }

    /** The states from an index to the last one begun. */
    synchronized List<S> from(int place) {
        return List.copyOf(states.subList(place, states.size()));
    }
}
