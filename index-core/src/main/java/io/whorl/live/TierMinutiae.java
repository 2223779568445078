package io.whorl.live;

/** Who holds which minutia: what a tier knows beside its documents' records. One thread adds, others read beside it. */
interface TierMinutiae {
    /**
     * Adds the minutiae of the next document.
     *
     * @param holders as {@link LiveTier#add} has them; empty if the caller needs none
     */
    void add(int document, long[] minutiae, int[] frequencies, int n, long[] holders);

    /** @param view holds the memory for this cursor already, which lets go of it */
    LiveView.Cursor cursor(TierView view);

    /** Every posting of the documents below {@code documents}. */
    void forEach(int documents, LiveView.PostingSink sink);

    /** Nobody reads any more. */
    void close();

    /** For a tier that nobody asks for minutiae. */
    TierMinutiae NONE = new TierMinutiae() {
        @Override
        public void add(int document, long[] minutiae, int[] frequencies, int n, long[] holders) {}

        @Override
        public LiveView.Cursor cursor(TierView view) {
            throw unknown();
        }

        @Override
        public void forEach(int documents, LiveView.PostingSink sink) {
            throw unknown();
        }

        @Override
        public void close() {}

        private IllegalStateException unknown() {
            return new IllegalStateException("this live tier knows documents only");
        }
    };
}
