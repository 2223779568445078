package io.whorl.lab.experiment.sketch;

import io.whorl.scheme.Selection;
import io.whorl.strategy.ModBySize;
import java.util.Arrays;
import java.util.Map;

/** A kind of sketch: what is kept of a document, and how two are held against each other (BGMZ 3). */
enum Sketch {
    /** The s smallest shingles; of two documents' the s smallest together. */
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
    /** The shingles that are 0 modulo m. */
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
    /** The shingles that are 0 modulo 2^i, i by the document's size; two documents are compared at the larger i. */
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

    /** @param size s or m; of no meaning by size */
    abstract Selection selection(int size);

    abstract Sample compare(Shingles a, Shingles b, int size);
}
