package io.whorl.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;

/** Iterates over what a source delivers. The iterator throws an {@link UncheckedIOException} if the source fails. */
final class Lookahead {
    public interface Source<T> {
        /** Returns the next element, or nothing at the end. */
        Optional<T> next() throws IOException;
    }

    private Lookahead() {}

    /** Iterates over the elements of a source. It asks for an element when the element before it was taken. */
    public static <T> Iterator<T> of(Source<T> source) {
        return Stream.generate(() -> next(source))
                .takeWhile(Optional::isPresent)
                .map(Optional::orElseThrow)
                .iterator();
    }

    private static <T> Optional<T> next(Source<T> source) {
        try {
            return source.next();
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
