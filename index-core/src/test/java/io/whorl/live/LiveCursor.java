package io.whorl.live;

/** The documents of one minutia at a time, from the newest to the oldest. The view must be open. */
final class LiveCursor {
    private final LiveView view;
    private final int[] links = new int[1];
    private int at;

    LiveCursor(LiveView view) {
        this.view = view;
    }

    /** Looks up a minutia; returns false if no document of the view holds it. */
    boolean find(long minutia) {
        view.findAll(new long[] {minutia}, 0, 1, links);
        return links[0] != TierMinutiae.NONE;
    }

    /** Moves to the next document; returns false at the end. */
    boolean next() {
        at = links[0];
        links[0] = at == TierMinutiae.NONE ? at : view.minutiae().next(at);
        return at != TierMinutiae.NONE;
    }

    int document() {
        return view.minutiae().document(at);
    }

    int frequency() {
        return view.minutiae().frequency(at);
    }
}
