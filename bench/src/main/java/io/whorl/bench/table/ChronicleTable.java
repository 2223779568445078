package io.whorl.bench.table;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.WorkFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import net.openhft.chronicle.core.values.IntValue;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.values.Values;

/**
 * A persisted Chronicle Map, tuned as its tutorial advises: value interfaces of constant size for key and value, so
 * that nothing is serialised or allocated; the true number of entries; no checksums; no result from {@code put}.
 */
public final class ChronicleTable<V> implements SingletonTable {
    private static final String FILE = "map";

    private final ChronicleMap<LongValue, V> map;
    private final Path file;
    private final ChronicleValue<V> type;
    private final LongValue key = Values.newHeapInstance(LongValue.class);
    private final V value;

    private ChronicleTable(Path file, long entries, ChronicleValue<V> type) {
        this.file = file;
        this.type = type;
        value = Values.newNativeReference(type.type());
        try {
            map = ChronicleMap.of(LongValue.class, type.type())
                    .name("minutiae")
                    .entries(entries)
                    .putReturnsNull(true)
                    .removeReturnsNull(true)
                    .checksumEntries(false)
                    .createPersistedTo(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a Chronicle Map at " + file, e);
        }
    }

    /** Opens the map of a set with values of four bytes, and fills it if the folder does not have it. */
    public static SingletonTable ofInts(SingletonSet set, WorkFolder folder) {
        return made(
                set, folder, new ChronicleValue<>(IntValue.class, IntValue::getValue, (v, d) -> v.setValue((int) d)));
    }

    /** Opens the map of a set with values of eight bytes, which could also point to a list. */
    public static SingletonTable ofLongs(SingletonSet set, WorkFolder folder) {
        return made(set, folder, new ChronicleValue<>(LongValue.class, LongValue::getValue, LongValue::setValue));
    }

    private static <V> SingletonTable made(SingletonSet set, WorkFolder folder, ChronicleValue<V> type) {
        String name = "chronicle-" + type.type().getSimpleName().toLowerCase(Locale.ROOT) + "-" + set.count();
        Path made = folder.made(name, part -> fill(set, part.resolve(FILE), type));
        return new ChronicleTable<>(made.resolve(FILE), set.count(), type);
    }

    private static <V> void fill(SingletonSet set, Path file, ChronicleValue<V> type) {
        try (ChronicleTable<V> table = new ChronicleTable<>(file, set.count(), type)) {
            V document = Values.newHeapInstance(type.type());
            for (int i = 0; i < set.count(); i++) {
                table.key.setValue(set.minutia(i));
                type.setter().accept(document, set.document(i));
                table.map.put(table.key, document);
            }
        }
    }

    @Override
    public long find(long minutia) {
        key.setValue(minutia);
        return map.getUsing(key, value) == null ? ABSENT : type.getter().applyAsLong(value);
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
