package io.whorl.query;

import io.whorl.live.LiveView;
import io.whorl.score.Side;

/** One document of a live view after another, as it is compared. One thread at a time. */
final class ViewSide implements Side {
    private final LiveView view;
    private int document;

    ViewSide(LiveView view) {
        this.view = view;
    }

    ViewSide at(int next) {
        document = next;
        return this;
    }

    @Override
    public long minutiae() {
        return view.minutiae(document);
    }

    @Override
    public long words() {
        return view.words(document);
    }

    @Override
    public byte[] extra() {
        return view.extra(document);
    }
}
