package io.whorl.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOSupplier;

/** Iterates over what a source delivers. The iterator throws an {@link UncheckedIOException} if the source fails. */
final class Lookahead {
    private Lookahead() {}

    /**
     * Iterates over the elements of a source. It asks for an element when the element before it was taken.
     *
     * @param source returns the next element, or nothing at the end
     */
    public static <T> Iterator<T> of(IOSupplier<Optional<T>> source) {
        return Stream.generate(() -> next(source))
                .takeWhile(Optional::isPresent)
                .map(Optional::orElseThrow)
                .iterator();
    }

    private static <T> Optional<T> next(IOSupplier<Optional<T>> source) {
        try {
            return source.get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Iterates over two sequences, one after the other. */
    public static <T> Iterator<T> concat(Iterator<T> first, Iterator<T> second) {
        return of(() -> Optional.of(first.hasNext() ? first : second)
                .filter(Iterator::hasNext)
                .map(Iterator::next));
    }
}
