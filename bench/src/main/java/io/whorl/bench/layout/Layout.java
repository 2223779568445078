package io.whorl.bench.layout;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.Work;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The layouts kept for comparison. */
public enum Layout {
    /** {@link TagBuckets}. */
    TAG_BUCKETS(TagBuckets::build, TagBuckets::open),
    /** {@link OffsetDirectory}. */
    OFFSET_DIRECTORY(OffsetDirectory::build, OffsetDirectory::open);

    private static final String FILE = "table";

    private final BiConsumer<SingletonSet, Path> builder;
    private final Function<Path, MinutiaTable> opener;

    Layout(BiConsumer<SingletonSet, Path> builder, Function<Path, MinutiaTable> opener) {
        this.builder = builder;
        this.opener = opener;
    }

    /** The file of a set's table, written if the folder does not have it yet. */
    public Path made(SingletonSet set, Work folder) {
        String name = name().toLowerCase(Locale.ROOT) + "-" + set.count();
        return folder.made(name, made -> build(set, made.resolve(FILE))).resolve(FILE);
    }

    /** Writes the table of a set to a new file. */
    public void build(SingletonSet set, Path file) {
        builder.accept(set, file);
    }

    /** Opens a table that {@link #build} wrote. */
    public MinutiaTable open(Path file) {
        return opener.apply(file);
    }
}
