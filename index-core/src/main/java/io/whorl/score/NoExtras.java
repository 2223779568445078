package io.whorl.score;

/** The extras of a scheme that stores only minutiae. */
record NoExtras() implements DocumentExtras, ExtrasTally {
    private static final byte[] NOTHING = {};

    @Override
    public byte[] of(long[] selected, int n, long words) {
        return NOTHING;
    }

    @Override
    public ExtrasTally tally() {
        return this;
    }

    @Override
    public void start() {}

    @Override
    public void add(long minutia, int count) {}

    @Override
    public byte[] finish(long words) {
        return NOTHING;
    }
}
