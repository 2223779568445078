package io.whorl.strategy;

import io.whorl.LimitExceededException;
import io.whorl.SchemeException;
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
import java.util.Locale;
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

    /** A strategy whose memory does not grow with the document. */
    BuiltInStrategy(Selection selection, ChunkNeeds needs, boolean nonOverlapping, Supplier<Selector> selectors) {
        this(selection, needs, nonOverlapping, 0, selectors);
    }

    BuiltInStrategy(
            Selection selection,
            ChunkNeeds needs,
            boolean nonOverlapping,
            int bytesPerChunk,
            Supplier<Selector> selectors) {
        this(selection, needs, nonOverlapping, bytesPerChunk, Comparability.SETS, OptionalDouble.empty(), selectors);
    }

    /** A strategy that reads only minutiae and their positions. */
    static BuiltInStrategy of(Parameters parameters, Supplier<Selector> selectors) {
        return new BuiltInStrategy(parameters.selection(), ChunkNeeds.MINUTIA, false, selectors);
    }

    /** A strategy that reads only minutiae and keeps every chunk until the document ends. */
    static BuiltInStrategy holding(Parameters parameters, Supplier<Selector> selectors) {
        return new BuiltInStrategy(parameters.selection(), ChunkNeeds.MINUTIA, false, HeldChunks.BYTES, selectors);
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

        /** Creates the strategy from its parameters. */
        interface Factory {
            SelectionStrategy create(Parameters parameters, Chunking chunking, LongUnaryOperator order);
        }

        @Override
        public SelectionStrategy create(Selection selection, Chunking chunking, LongUnaryOperator order) {
            return factory.create(new Parameters(selection, parameters), chunking, order);
        }
    }

    /**
     * Reads the parameters of a built-in strategy. Each value is checked and recorded for the scheme, also if it is a
     * default, so that the meaning of a scheme does not depend on the defaults of a release.
     */
    static final class Parameters {
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

        private static String shown(String value) {
            return value.length() <= LONGEST_SHOWN ? value : value.substring(0, LONGEST_SHOWN) + "...";
        }

        /** The selection with all parameters that were read so far. */
        Selection selection() {
            return new Selection(given.name(), written);
        }
    }

    /** Constants that several strategies share. Part of the scheme's version. */
    static final class Defaults {
        /** The default resolution of strategies that keep a fixed number of chunks (HZ 7). */
        static final int R = 15;
        /** The maximum of r, k and s. */
        static final int MOST = 1_000_000;

        private Defaults() {}
    }

    /** All minutiae of a document in text order, for strategies that select at its end. */
    static final class HeldChunks {
        /** The maximum heap per chunk in bytes: a growing array, or a sorted copy with counts. */
        static final int BYTES = 24;

        private static final int KEPT = 1 << 18;
        private static final int MOST = Integer.MAX_VALUE - 8;

        private final int most;
        private long[] minutiae = new long[1 << 10];
        private int count;

        HeldChunks() {
            this(MOST);
        }

        /** @param most the maximum number of chunks, at least 1,024; lower in tests */
        HeldChunks(int most) {
            this.most = most;
        }

        /** Removes all chunks, and frees an array that only a large document needs. */
        void clear() {
            count = 0;
            if (minutiae.length > KEPT) {
                minutiae = new long[1 << 10];
            }
        }

        void addAll(ChunkBlock block) {
            LimitExceededException.require(
                    "chunks of one document that are kept", (long) count + block.count, most, "split the document");
            int size = count + block.count;
            if (size > minutiae.length) {
                minutiae = Arrays.copyOf(minutiae, (int) Math.min(most, Math.max(size, minutiae.length * 3L / 2)));
            }
            System.arraycopy(block.minutia, 0, minutiae, count, block.count);
            count = size;
        }

        int count() {
            return count;
        }

        long minutia(int place) {
            return minutiae[place];
        }

        /** A sorted copy. The order is that of signed numbers; callers only need equal minutiae to be neighbours. */
        long[] sorted() {
            long[] copy = Arrays.copyOf(minutiae, count);
            Arrays.sort(copy);
            return copy;
        }

        /** Selects the chunks at {@code places[0 .. to - 1]} in text order, and sorts that range. */
        void select(int[] places, int to, SelectedChunks out) {
            Arrays.sort(places, 0, to);
            for (int i = 0; i < to; i++) {
                out.add(minutiae[places[i]], places[i]);
            }
        }
    }

    /** The requirements of strategies on chunks. */
    static final class ChunkRules {
        private ChunkRules() {}

        /** Strategies that read words and sentences cannot work on chunks of characters or whole sentences. */
        static void requireWords(String strategy, Chunking chunking) {
            if (chunking.unit() != Chunking.Unit.WORD) {
                throw SchemeException.invalid("selection " + strategy + " needs unit word, and the unit is "
                        + chunking.unit().name().toLowerCase(Locale.ROOT) + "; use unit word or another selection");
            }
        }

        /** The chunks that a strategy works on, see {@link Strategies#chunking}. */
        static Chunking effective(SelectionStrategy strategy, Chunking chunking) {
            if (!strategy.nonOverlapping() || chunking.breakpoints().isPresent()) {
                return chunking;
            }
            int n = chunking.granularity();
            if (chunking.step() != 1 && chunking.step() != n) {
                throw SchemeException.invalid(
                        "selection " + strategy.selection().name()
                                + " steps by the granularity, " + n + ", and the step is " + chunking.step()
                                + "; leave the step out or use another selection");
            }
            return new Chunking(chunking.unit(), n, n, chunking.order(), chunking.breakpoints());
        }
    }
}
