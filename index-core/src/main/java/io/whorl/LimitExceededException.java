package io.whorl;

/**
 * Something is larger than a stated limit allows. Nothing that was kept before is lost; docs/limits.md lists the
 * limits.
 */
public final class LimitExceededException extends WhorlException {
    private final String limit;
    private final long value;
    private final long most;

    /**
     * @param limit the limited quantity, such as "documents of one segment"
     * @param value the amount asked for, or the least that it is known to be
     * @param most the limit
     * @param advice a remedy, a clause without a full stop
     */
    public LimitExceededException(String limit, long value, long most, String advice) {
        super(limit + ": " + value + " is more than the limit of " + most + "; " + advice);
        this.limit = limit;
        this.value = value;
        this.most = most;
    }

    /** @throws LimitExceededException if the value is more than the limit; the arguments are the constructor's */
    public static void require(String limit, long value, long most, String advice) {
        if (value > most) {
            throw new LimitExceededException(limit, value, most, advice);
        }
    }

    /** The limited quantity. */
    public String limit() {
        return limit;
    }

    /** The amount asked for, or the least that it is known to be. */
    public long value() {
        return value;
    }

    /** The limit. */
    public long most() {
        return most;
    }
}
