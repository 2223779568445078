package io.whorl.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** Checks of typed errors. */
public final class Thrown {
    private Thrown() {}

    /** Asserts that a call throws an error whose method {@code reason()} returns a constant, and returns the error. */
    @SuppressWarnings("unchecked")
    public static <E extends RuntimeException> E assertReason(Enum<?> reason, Executable call) {
        RuntimeException thrown = assertThrows(RuntimeException.class, call);
        try {
            assertEquals(reason, thrown.getClass().getMethod("reason").invoke(thrown), thrown::getMessage);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("not an error with a reason", thrown);
        }
        return (E) thrown;
    }

    /** The same for an error whose message contains a text. */
    public static <E extends RuntimeException> E assertReason(Enum<?> reason, String text, Executable call) {
        E thrown = assertReason(reason, call);
        assertTrue(thrown.getMessage().contains(text), thrown::getMessage);
        return thrown;
    }

    /** Asserts that a call throws an error whose message contains a text, and returns the error. */
    public static <E extends Throwable> E assertMessage(Class<E> type, String text, Executable call) {
        E thrown = assertThrows(type, call);
        assertTrue(thrown.getMessage().contains(text), thrown::getMessage);
        return thrown;
    }
}
