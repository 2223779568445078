package io.whorl.spark;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** The values that a function gives for each value of an iterator, one after another. */
final class FlatIterator<T, R> implements Iterator<R> {
    private final Iterator<T> values;
    private final Function<T, Iterator<R>> function;
    private Iterator<R> current = Collections.emptyIterator();

    FlatIterator(Iterator<T> values, Function<T, Iterator<R>> function) {
        this.values = values;
        this.function = function;
    }

    @Override
    public boolean hasNext() {
        while (!current.hasNext()) {
            if (!values.hasNext()) {
                return false;
            }
            current = function.apply(values.next());
        }
        return true;
    }

    @Override
    public R next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more values");
        }
        return current.next();
    }
}
