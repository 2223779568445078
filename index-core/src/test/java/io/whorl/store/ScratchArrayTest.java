package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScratchArrayTest {
    @ParameterizedTest
    @CsvSource({"0, ''", "1, 1", "32, 32", "33, 32 1", "100, 32 32 32 4"})
    void bytesInHeapAreInPartsOfTheSizeThatAddressesExpect(long length, String sizes) {
        assertArrayEquals(
                Stream.of(sizes.split(" "))
                        .filter(s -> !s.isEmpty())
                        .mapToInt(Integer::parseInt)
                        .toArray(),
                Stream.of(ScratchArray.inHeap(length, 5))
                        .mapToInt(ByteBuffer::capacity)
                        .toArray());
    }
}
