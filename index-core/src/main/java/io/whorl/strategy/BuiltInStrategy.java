package io.whorl.strategy;

import io.whorl.hash.MinutiaOrder;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.Selector;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/** A built-in strategy: its declarations and a factory of its selectors. */
record BuiltInStrategy(
        Selection selection,
        ChunkNeeds needs,
        boolean nonOverlapping,
        int bytesPerChunk,
        Comparability comparability,
        OptionalDouble expectedShare,
        Supplier<Selector> selectors)
        implements SelectionStrategy {
    BuiltInStrategy needing(ChunkNeeds other) {
        return new BuiltInStrategy(
                selection, other, nonOverlapping, bytesPerChunk, comparability, expectedShare, selectors);
    }

    BuiltInStrategy withoutOverlap() {
        return new BuiltInStrategy(selection, needs, true, bytesPerChunk, comparability, expectedShare, selectors);
    }

    BuiltInStrategy keepingPerChunk(int bytes) {
        return new BuiltInStrategy(selection, needs, nonOverlapping, bytes, comparability, expectedShare, selectors);
    }

    BuiltInStrategy comparedAs(Comparability other) {
        return new BuiltInStrategy(selection, needs, nonOverlapping, bytesPerChunk, other, expectedShare, selectors);
    }

    BuiltInStrategy keeping(double share) {
        return new BuiltInStrategy(
                selection, needs, nonOverlapping, bytesPerChunk, comparability, OptionalDouble.of(share), selectors);
    }

    @Override
    public Selector selector() {
        return selectors.get();
    }

    record BuiltInProvider(String name, List<String> parameters, Factory factory) implements SelectionProvider {

        interface Factory {
            SelectionStrategy create(Parameters parameters, Chunking chunking, MinutiaOrder order);
        }

        @Override
        public SelectionStrategy create(Selection selection, Chunking chunking, LongUnaryOperator order) {
            return factory.create(new Parameters(selection, parameters), chunking, (MinutiaOrder) order);
        }
    }

    /**
     * Reads the parameters of a built-in strategy. Each value is checked and recorded for the scheme, also if it is a
     * default, so that the meaning of a scheme does not depend on the defaults of a release.
     */
    static final class Parameters {
        /** The maximum of r, k and s. Part of the scheme's version. */
        static final int MOST = 1_000_000;

        private static final int LONGEST_SHOWN = 200;

        private final Selection given;
        private final Map<String, String> written = new TreeMap<>();

        /** @throws IllegalArgumentException if the selection has an unknown parameter */
        Parameters(Selection given, List<String> known) {
            this.given = given;
            given.parameters().forEach((key, value) -> {
                if (!known.contains(key)) {
                    throw new IllegalArgumentException("selection " + given.name() + ": unknown parameter " + key + "="
                            + value + "; it takes " + (known.isEmpty() ? "none" : String.join(", ", known)));
                }
            });
        }

        /** The given whole number, or the default. */
        int integer(String key, int otherwise, int least, int most) {
            String text = given.parameters().getOrDefault(key, Integer.toString(otherwise));
            long value;
            try {
                value = Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw refused(key, text, "a whole number from " + least + " to " + most, e);
            }
            if (value < least || value > most) {
                throw refused(key, text, "from " + least + " to " + most);
            }
            written.put(key, Long.toString(value));
            return (int) value;
        }

        /** The given 64-bit seed as signed decimal, or 0x and hexadecimal digits; 0 by default. */
        long seed(String key) {
            String text = given.parameters().getOrDefault(key, "0");
            try {
                long value =
                        text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
                written.put(key, Long.toString(value));
                return value;
            } catch (NumberFormatException e) {
                throw refused(key, text, "a signed decimal number of 64 bits, or 0x and 1 to 16 hexadecimal digits", e);
            }
        }

        /** The given text, or the default. The caller then calls {@link #write}. */
        String text(String key, String otherwise) {
            return given.parameters().getOrDefault(key, otherwise);
        }

        /** Records a parameter that was read by {@link #text}. */
        void write(String key, String canonical) {
            written.put(key, canonical);
        }

        IllegalArgumentException refused(String key, String value, String allowed) {
            return refused(key, value, allowed, null);
        }

        private IllegalArgumentException refused(String key, String value, String allowed, Throwable cause) {
            return new IllegalArgumentException(
                    "selection " + given.name() + ": " + key + " is '" + shown(value) + "'; it must be " + allowed,
                    cause);
        }

        static String shown(String value) {
            return value.length() <= LONGEST_SHOWN ? value : value.substring(0, LONGEST_SHOWN) + "...";
        }

        /** The parameter r of strategies that keep a fixed number of chunks (HZ 7). */
        int r() {
            return integer("r", 15, 1, MOST);
        }

        /**
         * A strategy with the parameters that were read so far. It reads only minutiae and their positions, and its
         * memory does not grow with the document, unless more is declared.
         */
        BuiltInStrategy strategy(Supplier<Selector> selectors) {
            return new BuiltInStrategy(
                    new Selection(given.name(), written),
                    ChunkNeeds.MINUTIA,
                    false,
                    0,
                    Comparability.SETS,
                    OptionalDouble.empty(),
                    selectors);
        }

        /** A strategy that reads only minutiae and keeps every chunk until the document ends. */
        BuiltInStrategy holding(HeldChunks.End end) {
            return strategy(() -> new HeldChunks(end)).keepingPerChunk(HeldChunks.BYTES);
        }
    }

    /** A selector that keeps nothing from block to block. */
    interface BlockSelector extends Selector {
        @Override
        default void start() {}

        @Override
        default void finish(long words, long chunks, SelectedChunks out) {}
    }

    /** All chunks of a document in text order, for strategies that select at its end. */
    static final class HeldChunks implements Selector {
        /** Selects at the end of a document. */
        interface End {
            void select(SelectedChunks held, long words, SelectedChunks out);
        }

        /** The maximum heap per chunk in bytes: a growing array, or a sorted copy with counts. */
        static final int BYTES = 24;

        private static final int KEPT = 1 << 18;

        private final End end;
        SelectedChunks all = new SelectedChunks(false);

        HeldChunks(End end) {
            this.end = end;
        }

        /** Removes all chunks, and frees an array that only a large document needs. */
        @Override
        public void start() {
            all.clear();
            if (all.array().length > KEPT) {
                all = new SelectedChunks(false);
            }
        }

        @Override
        public boolean accept(ChunkBlock block, SelectedChunks out) {
            all.addAll(block.minutia, 0, block.count, block.first);
            return true;
        }

        @Override
        public void finish(long words, long chunks, SelectedChunks out) {
            end.select(all, words, out);
            start();
        }

        /** Selects the chunks at these places in text order, and sorts the places. */
        static void select(SelectedChunks held, int[] places, SelectedChunks out) {
            Arrays.sort(places);
            for (int place : places) {
                out.add(held.minutia(place), place);
            }
        }
    }
}
