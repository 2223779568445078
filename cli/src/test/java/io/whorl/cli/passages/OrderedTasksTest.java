package io.whorl.cli.passages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrderedTasksTest {
    private final List<Integer> results = new ArrayList<>();

    private void run(Iterable<Integer> inputs) throws IOException {
        OrderedTasks.run(inputs, 2, n -> n * n, (n, square) -> results.add(square));
    }

    @Test
    void resultsAreInTheOrderOfTheInputs() throws IOException {
        run(() -> IntStream.range(0, 1_000).iterator());
        assertEquals(IntStream.range(0, 1_000).map(n -> n * n).boxed().toList(), results);
    }

    @Test
    void anInputThatCannotBeReadFailsAfterTheResultsBeforeIt() {
        UncheckedIOException failure = new UncheckedIOException(new IOException("unreadable"));
        Iterator<Integer> inputs = new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Integer next() {
                if (next == 3) {
                    throw failure;
                }
                return next++;
            }
        };
        assertSame(failure, assertThrows(UncheckedIOException.class, () -> run(() -> inputs)));
        assertEquals(List.of(0, 1, 4), results);
    }
}
