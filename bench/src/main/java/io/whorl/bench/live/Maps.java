package io.whorl.bench.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/** Makes the maps of all layouts, so that they differ in nothing but their values. */
final class Maps {
    private Maps() {}

    static <K, V> ChronicleMap<K, V> create(
            Class<K> key, Class<V> value, long entries, Path file, UnaryOperator<ChronicleMapBuilder<K, V>> special) {
        try {
            return special.apply(ChronicleMap.of(key, value)
                            .name("postings")
                            .entries(entries)
                            .actualSegments(64)
                            .maxBloatFactor(10)
                            .putReturnsNull(true)
                            .removeReturnsNull(true)
                            .checksumEntries(false)
                            .sparseFile(false)
                            .skipCloseOnExitHook(true))
                    .createPersistedTo(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be made a Chronicle Map", e);
        }
    }
}
