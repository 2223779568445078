package io.whorl.cli.passages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Iterates over what a source delivers. It throws an {@link UncheckedIOException} if the source fails. */
public final class Lookahead<T> implements Iterator<T> {
    private final Source<T> source;
    private Optional<T> next = Optional.empty();
    private boolean ended;

    /** Delivers elements one after another. */
    public interface Source<T> {
        /** Returns the next element, or nothing at the end. */
        Optional<T> next() throws IOException;
    }

    public Lookahead(Source<T> source) {
        this.source = source;
    }

    /** Iterates over two sequences, one after the other. */
    public static <T> Iterator<T> concat(Iterator<T> first, Iterator<T> second) {
        return new Lookahead<>(() -> Optional.of(first.hasNext() ? first : second)
                .filter(Iterator::hasNext)
                .map(Iterator::next));
    }

    @Override
    public boolean hasNext() {
        if (next.isEmpty() && !ended) {
            try {
                next = source.next();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            ended = next.isEmpty();
        }
        return next.isPresent();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the source has ended");
        }
        T found = next.orElseThrow();
        next = Optional.empty();
        return found;
    }
}
