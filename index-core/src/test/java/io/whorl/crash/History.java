package io.whorl.crash;

import java.util.ArrayList;
import java.util.List;

/**
 * The states of what a scenario works on, in order: which of them it has been told are safe, and which may be there
 * already. Thread-safe.
 *
 * @param <S> states, compared by equals
 */
public final class History<S> {
    private final List<S> states = new ArrayList<>();
    private int safe;

    /** @param first the state before anything is done, which is safe */
    public History(S first) {
        states.add(first);
    }

    /** Say so before beginning what leads to this state: from now on a power loss may leave it. */
    public synchronized void begins(S state) {
        states.add(state);
    }

    /** Say so once it has been acknowledged: from now on a power loss must leave it, or one that was begun later. */
    public synchronized void acknowledged(S state) {
        int at = states.lastIndexOf(state);
        if (at < safe) {
            throw new IllegalStateException("this state was never begun, or a later one is acknowledged: " + state);
        }
        safe = at;
    }

    /** The place of the last state acknowledged. */
    synchronized int safe() {
        return safe;
    }

    /** The states from a place on, to the last begun. */
    synchronized List<S> from(int place) {
        return List.copyOf(states.subList(place, states.size()));
    }
}
