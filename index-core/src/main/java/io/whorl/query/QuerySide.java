package io.whorl.query;

import io.whorl.score.Side;
import java.util.function.Supplier;

/** The query, as it is compared with documents. One thread. */
final class QuerySide implements Side {
    private final long minutiae;
    private final long words;
    private final Supplier<byte[]> making;
    private byte[] extra;

    /** @param extra makes it when it is first asked for, as few measures do */
    QuerySide(long minutiae, long words, Supplier<byte[]> extra) {
        this.minutiae = minutiae;
        this.words = words;
        making = extra;
    }

    @Override
    public long minutiae() {
        return minutiae;
    }

    @Override
    public long words() {
        return words;
    }

    @Override
    public byte[] extra() {
        if (extra == null) {
            extra = making.get();
        }
        return extra;
    }
}
