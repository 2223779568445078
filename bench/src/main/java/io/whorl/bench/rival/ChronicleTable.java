package io.whorl.bench.rival;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.Work;
import io.whorl.bench.layout.MinutiaTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.core.values.IntValue;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.values.Values;

/**
 * A persisted Chronicle Map, tuned as its tutorial says: value interfaces of constant size for key and value, so that
 * nothing is serialised or allocated; the true number of entries; no checksums; nothing returned by {@code put}.
 */
public final class ChronicleTable implements MinutiaTable {
    private static final String FILE = "map";

    private final ChronicleMap<LongValue, IntValue> map;
    private final Path file;
    private final LongValue key = Values.newHeapInstance(LongValue.class);
    private final IntValue value = Values.newNativeReference(IntValue.class);

    private ChronicleTable(Path file, long entries) {
        this.file = file;
        try {
            map = ChronicleMap.of(LongValue.class, IntValue.class)
                    .name("minutiae")
                    .entries(entries)
                    .putReturnsNull(true)
                    .removeReturnsNull(true)
                    .checksumEntries(false)
                    .createPersistedTo(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be made a Chronicle Map", e);
        }
    }

    /** Writes the map of a set. */
    public static void build(SingletonSet set, Path file) {
        try (ChronicleTable table = new ChronicleTable(file, set.count())) {
            IntValue document = Values.newHeapInstance(IntValue.class);
            for (int i = 0; i < set.count(); i++) {
                table.key.setValue(set.minutia(i));
                document.setValue(set.document(i));
                table.map.put(table.key, document);
            }
        }
    }

    /** Opens the table of a set, written if the folder does not have it yet. */
    public static ChronicleTable made(SingletonSet set, Work folder) {
        Path file = folder.made("chronicle-" + set.count(), made -> build(set, made.resolve(FILE))).resolve(FILE);
        return open(set, file);
    }

    public static ChronicleTable open(SingletonSet set, Path file) {
        return new ChronicleTable(file, set.count());
    }

    @Override
    public long find(long minutia) {
        key.setValue(minutia);
        return map.getUsing(key, value) == null ? ABSENT : value.getValue();
    }

    @Override
    public long bytes() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be measured", e);
        }
    }

    @Override
    public void close() {
        map.close();
    }
}
