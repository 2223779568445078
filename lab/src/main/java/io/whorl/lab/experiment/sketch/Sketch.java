package io.whorl.lab.experiment.sketch;

import io.whorl.scheme.Selection;
import io.whorl.strategy.ModBySize;
import java.util.Arrays;
import java.util.Map;

/** A kind of sketch: which shingles are kept, and how two sketches are compared (BGMZ 3). */
enum Sketch {
    /** Keeps the s smallest shingles. Two sketches are compared by the s smallest of their union. */
    MIN {
        @Override
        Selection selection(int s) {
            return new Selection("min-s", Map.of("s", Integer.toString(s)));
        }

        @Override
        Sample compare(Shingles a, Shingles b, int s) {
            return Sample.of(a.orders(), b.orders(), s);
        }
    },
    /** Keeps the shingles that are 0 modulo m. */
    MOD {
        @Override
        Selection selection(int m) {
            return new Selection("mod", Map.of("m", Integer.toString(m)));
        }

        @Override
        Sample compare(Shingles a, Shingles b, int m) {
            return Sample.of(a.orders(), b.orders(), Integer.MAX_VALUE);
        }
    },
    /** Keeps the shingles that are 0 modulo 2^i, where i depends on the size of the document. The larger i counts. */
    BY_SIZE {
        @Override
        Selection selection(int unused) {
            return Selection.of("mod-by-size");
        }

        @Override
        Sample compare(Shingles a, Shingles b, int unused) {
            int level = Math.max(ModBySize.level(a.words()), ModBySize.level(b.words()));
            return Sample.of(at(level, a), at(level, b), Integer.MAX_VALUE);
        }

        private static long[] at(int level, Shingles shingles) {
            return Arrays.stream(shingles.orders())
                    .filter(order -> ModBySize.depth(order) >= level)
                    .toArray();
        }
    };

    /** @param size s or m; ignored by {@link #BY_SIZE} */
    abstract Selection selection(int size);

    abstract Sample compare(Shingles a, Shingles b, int size);
}
