package io.whorl.spark;

import java.util.Iterator;
import java.util.function.Function;

/** The values of an iterator, each changed by a function when it is read. */
final class MappedIterator<T, R> implements Iterator<R> {
    private final Iterator<T> values;
    private final Function<T, R> function;

    MappedIterator(Iterator<T> values, Function<T, R> function) {
        this.values = values;
        this.function = function;
    }

    @Override
    public boolean hasNext() {
        return values.hasNext();
    }

    @Override
    public R next() {
        return function.apply(values.next());
    }
}
