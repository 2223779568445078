package io.whorl.testing;

import java.util.ArrayList;
import java.util.List;

/** Makes lists and texts of numbered parts. */
public final class Repeated {
    private Repeated() {}

    public interface Part<T, E extends Exception> {
        T of(int number) throws E;
    }

    /** Returns the parts of the numbers 0 to {@code n} − 1, which are made in this order. */
    public static <T, E extends Exception> List<T> list(int n, Part<? extends T, E> part) throws E {
        List<T> parts = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            parts.add(part.of(i));
        }
        return parts;
    }

    /** Returns these parts as a text, without separators. */
    public static <E extends Exception> String text(int n, Part<?, E> part) throws E {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < n; i++) {
            text.append(part.of(i));
        }
        return text.toString();
    }
}
