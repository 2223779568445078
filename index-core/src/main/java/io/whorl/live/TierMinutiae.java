package io.whorl.live;

/** The minutiae of a tier. One thread adds while others read. */
interface TierMinutiae {
    /**
     * Adds the minutiae of the next document.
     *
     * @param holders see {@link LiveTier#add}; empty if the caller does not need the counts
     */
    void add(int document, long[] minutiae, int[] frequencies, int n, long[] holders);

    /** Bytes of heap, as {@link LiveTier#minutiaeBytes} returns them. */
    default long bytes() {
        return 0;
    }

    /** Bytes of heap, as {@link LiveTier#bytesToAdd} returns them. */
    default long bytesToAdd(int postings) {
        return 0;
    }

    /**
     * Opens a cursor.
     *
     * @param view has retained the memory for this cursor, which releases it
     */
    LiveView.Cursor cursor(TierView view);

    /** Passes every posting of the documents below {@code documents} to a sink. */
    void forEach(int documents, LiveView.PostingSink sink);

    /** Releases the memory; no reader is left. */
    void close();

    /** The minutiae of a tier that stores documents only. */
    TierMinutiae NONE = new TierMinutiae() {
        @Override
        public void add(int document, long[] minutiae, int[] frequencies, int n, long[] holders) {}

        @Override
        public LiveView.Cursor cursor(TierView view) {
            throw notStored();
        }

        @Override
        public void forEach(int documents, LiveView.PostingSink sink) {
            throw notStored();
        }

        @Override
        public void close() {}

        private IllegalStateException notStored() {
            return new IllegalStateException("this live tier stores documents without their minutiae");
        }
    };
}
