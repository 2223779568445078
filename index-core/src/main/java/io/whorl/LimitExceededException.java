package io.whorl;

/** Thrown if a value exceeds a limit of the library. Existing data are unchanged. docs/limits.md lists the limits. */
public final class LimitExceededException extends WhorlException {
    private final String limit;
    private final long value;
    private final long most;

    /**
     * @param limit the limited quantity, such as "documents of one segment"
     * @param value the requested amount, or a lower bound of it
     * @param most the limit
     * @param advice a remedy, as a clause without a full stop
     */
    public LimitExceededException(String limit, long value, long most, String advice) {
        super(limit + ": " + value + " is more than the limit of " + most + "; " + advice);
        this.limit = limit;
        this.value = value;
        this.most = most;
    }

    /**
     * Checks a value against a limit.
     *
     * @param limit the limited quantity, such as "documents of one segment"
     * @param value the requested amount, or a lower bound of it
     * @param most the limit
     * @param advice a remedy, as a clause without a full stop
     * @throws LimitExceededException if the value is more than the limit
     */
    public static void require(String limit, long value, long most, String advice) {
        if (value > most) {
            throw new LimitExceededException(limit, value, most, advice);
        }
    }

    /** The limited quantity. */
    public String limit() {
        return limit;
    }

    /** The requested amount, or a lower bound of it. */
    public long value() {
        return value;
    }

    public long most() {
        return most;
    }
}
