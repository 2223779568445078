package io.whorl.lucene.sketch;

import io.whorl.SchemeException;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.hash.MinutiaOrder;
import io.whorl.hash.SplitMix64;
import io.whorl.lucene.UnreadableSketchException;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.select.SelectionStrategy.Comparability.Kind;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.LongsRef;

/**
 * The bytes of a sketch: the version (1 byte), the id of its scheme (8 bytes, little-endian), and the distinct orders
 * ({@link MinutiaOrder}) of the selected minutiae, unsigned ascending, in ⌈W ÷ 8⌉ little-endian bytes each.
 *
 * <p>In memory, the top bit of each order is flipped, so that signed comparison is unsigned order. Immutable and
 * thread-safe.
 */
public final class SketchFormat {
    static final byte VERSION = 1;
    /** Bytes before the orders. */
    static final int HEADER = 9;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** The start of the names of field attributes that hold the JSON of a scheme. */
    private static final String ATTRIBUTE = "whorl.scheme.";

    private static final long DISTANCE = 0x9E3779B97F4A7C15L;
    private static final long SECOND = 0xD1B54A32D192ED03L;

    private final Scheme scheme;
    private final long id;
    private final int least;
    private final MinutiaOrder ordering;
    private final int width;
    private final long mask;

    /**
     * The format of the sketches of a scheme.
     *
     * @throws SchemeException if the fingerprints of the scheme cannot be compared two at a time, or if the scheme
     *     cannot be used at all
     */
    public static SketchFormat of(Scheme scheme) {
        return new SketchFormat(Fingerprinter.of(scheme).scheme());
    }

    private SketchFormat(Scheme scheme) {
        Comparability comparability = Strategies.comparability(scheme);
        if (comparability.kind() == Kind.LEVELS) {
            throw SchemeException.invalid("selection " + scheme.selection().name()
                    + " keeps parts of documents that depend on their length, which are not stored as sketches;"
                    + " use min-s or mod, or full for exact fingerprints");
        }
        this.scheme = scheme;
        id = id(scheme);
        least = comparability.sketchSize();
        ordering = MinutiaOrder.ofWidth(scheme.hashing().bits());
        width = (ordering.bits() + 7) / 8;
        mask = -1L >>> (64 - 8 * width);
    }

    /** The scheme of the sketches, with its selection written out in full. */
    public Scheme scheme() {
        return scheme;
    }

    /** The first 64 bits of the SHA-256 of the scheme's JSON; stored in each sketch. */
    public long id() {
        return id;
    }

    /** The size s of the sketches MIN_s (BGMZ 3); 0 if fingerprints are compared as sets. */
    public int least() {
        return least;
    }

    /**
     * The scheme that keeps all minutiae of this one's chunks. Sketches MIN_s and exact fingerprints follow from its
     * fingerprints, so a text need not be read again for them; others do not.
     */
    public Optional<Scheme> full() {
        Scheme full =
                Fingerprinter.of(scheme.withSelection(Selection.of("full"))).scheme();
        return least > 0 || full.equals(scheme) ? Optional.of(full) : Optional.empty();
    }

    private static long id(Scheme scheme) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(scheme.toJson().getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The name of the field attribute with the JSON of a scheme, by the id of the scheme. */
    public static String attribute(long id) {
        return ATTRIBUTE + HexFormat.of().toHexDigits(id);
    }

    /** The orders of a fingerprint of this scheme, ascending, with the top bit flipped. */
    public long[] orders(Fingerprint fingerprint) {
        long[] orders = new long[fingerprint.size()];
        for (int i = 0; i < orders.length; i++) {
            orders[i] = ordering.applyAsLong(fingerprint.minutia(i)) ^ Long.MIN_VALUE;
        }
        Arrays.sort(orders);
        return orders;
    }

    /**
     * The orders of the sketch of a document, from all its minutiae.
     *
     * @param full its fingerprint by {@link #full}
     */
    public long[] sketchOf(Fingerprint full) {
        long[] orders = orders(full);
        return least == 0 || orders.length <= least ? orders : Arrays.copyOf(orders, least);
    }

    public BytesRef encode(long[] orders) {
        byte[] bytes = new byte[HEADER + orders.length * width];
        bytes[0] = VERSION;
        LONG.set(bytes, 1, id);
        for (int i = 0; i < orders.length; i++) {
            long order = orders[i] ^ Long.MIN_VALUE;
            for (int j = 0; j < width; j++) {
                bytes[HEADER + i * width + j] = (byte) (order >>> (8 * j));
            }
        }
        return new BytesRef(bytes);
    }

    /** Whether these bytes have the form of a sketch, of any scheme with this width of minutiae. */
    boolean isWellFormed(BytesRef sketch) {
        return hasHeader(sketch) && (sketch.length - HEADER) % width == 0;
    }

    /** Whether these bytes begin like a sketch of any scheme. */
    static boolean hasHeader(BytesRef sketch) {
        return sketch.length >= HEADER && sketch.bytes[sketch.offset] == VERSION;
    }

    static long schemeId(BytesRef sketch) {
        return (long) LONG.get(sketch.bytes, sketch.offset + 1);
    }

    int size(BytesRef sketch) {
        return (sketch.length - HEADER) / width;
    }

    /** The number of bytes of an order. */
    public int width() {
        return width;
    }

    /**
     * An order of a sketch, with the top bit flipped.
     *
     * @param bytes holds the orders from {@code from} on
     * @param i its position in the sketch, from 0
     */
    public long order(byte[] bytes, int from, int i) {
        int place = from + i * width;
        long order = place <= bytes.length - Long.BYTES ? (long) LONG.get(bytes, place) & mask : slow(bytes, place);
        return order ^ Long.MIN_VALUE;
    }

    /** The low 32 bits of the order at a place. Orders have at least 32 bits. */
    public static int lowBits(byte[] bytes, int place) {
        return (int) INT.get(bytes, place);
    }

    private long slow(byte[] bytes, int place) {
        long order = 0;
        for (int j = 0; j < width; j++) {
            order |= (bytes[place + j] & 0xFFL) << (8 * j);
        }
        return order;
    }

    /** Writes the orders of a sketch to the start of an array. */
    public void decode(byte[] bytes, int from, int size, long[] into) {
        for (int i = 0; i < size; i++) {
            into[i] = order(bytes, from, i);
        }
    }

    /**
     * Whether the resemblance of two sketches MIN_s is at least c ÷ s. One of them must have s orders, so that the
     * sample of A ∪ B has s orders. Stops as soon as the answer is known.
     *
     * @param c 1 to s
     * @param a the orders of a sketch of s orders, from {@code from} on
     * @param b the orders of another
     */
    public boolean sharesAtLeast(int c, byte[] a, int from, long[] b) {
        int unshared = least - c;
        int shared = 0;
        int i = 0;
        int j = 0;
        while (j < b.length) {
            long x = order(a, from, i);
            long y = b[j];
            // Near-duplicates share most orders, so this branch is easy to predict.
            if (x == y) {
                if (++shared == c) {
                    return true;
                }
                i++;
                j++;
            } else {
                if (--unshared < 0) {
                    return false;
                }
                i += x < y ? 1 : 0;
                j += x < y ? 0 : 1;
            }
        }
        return false;
    }

    /**
     * Compares two sketches. Resemblance is |A ∩ B| ÷ |A ∪ B|, and containment |A ∩ B| ÷ min(|A|, |B|). Of sketches
     * MIN_s both are estimates from the s smallest orders of A ∪ B (BGMZ 3, theorem), which are a random sample of A ∪
     * B, and of A and B. 0 if a sketch is empty.
     *
     * @param a holds one sketch from {@code aFrom} to {@code aTo}, exclusive
     * @param containment whether to return containment instead of resemblance
     */
    public double compare(long[] a, int aFrom, int aTo, long[] b, int bFrom, int bTo, boolean containment) {
        int most = least == 0 ? Integer.MAX_VALUE : least;
        int i = aFrom;
        int j = bFrom;
        int union = 0;
        int shared = 0;
        while (union < most && i < aTo && j < bTo) {
            long x = a[i];
            long y = b[j];
            shared += x == y ? 1 : 0;
            i += x <= y ? 1 : 0;
            j += y <= x ? 1 : 0;
            union++;
        }
        // The rest of a sketch is not shared: at least one of the two has ended, or the sample is full.
        int left = Math.min(most - union, aTo - i + bTo - j);
        int sampleA = i - aFrom + (i < aTo ? left : 0);
        int sampleB = j - bFrom + (j < bTo ? left : 0);
        int of = containment ? Math.min(sampleA, sampleB) : union + left;
        return of == 0 ? 0 : (double) shared / of;
    }

    /**
     * A lower bound of the resemblance of two sketches that share so many orders: the sample of A ∪ B leaves out at
     * most |A ∪ B| − s of them.
     */
    public double leastResemblance(int shared, int sizeA, int sizeB) {
        int union = sizeA + sizeB - shared;
        int leftOut = least == 0 ? 0 : Math.max(0, union - least);
        return union == 0 ? 0 : (double) (shared - leftOut) / (union - leftOut);
    }

    /**
     * A bound of {@link #compare} of two sketches that share so many orders. It is exact for sets, and may be too high
     * for sketches MIN_s.
     */
    public double most(int shared, int sizeA, int sizeB, boolean containment) {
        if (least != 0) {
            return containment ? 1 : (double) shared / Math.max(sizeA, sizeB);
        }
        int of = containment ? Math.min(sizeA, sizeB) : sizeA + sizeB - shared;
        return of == 0 ? 0 : (double) shared / of;
    }

    /**
     * The group keys of a sketch, in ascending order and distinct: b keys, each a hash of r minima. The orders of the
     * sketch are spread over b · r bins, and each bin gives its minimum by a second hash (Li, Owen &amp; Zhang, NIPS
     * 2012). An empty bin takes the minimum of the next bin that is not empty, and its distance (Shrivastava &amp; Li,
     * ICML 2014). Two documents of resemblance t share a key with a probability of about 1 − (1 − t^r)^b.
     *
     * @param orders the orders of the sketch
     * @param bands b
     * @param rows r
     * @return no key if the sketch is empty
     */
    public static long[] groupKeys(long[] orders, int bands, int rows) {
        if (orders.length == 0 || bands == 0) {
            return new long[0];
        }
        long[] minima = minima(orders, bands * rows);
        long[] keys = new long[bands];
        for (int band = 0; band < bands; band++) {
            long key = band;
            for (int row = 0; row < rows; row++) {
                key = SplitMix64.mix(key + minima[band * rows + row]);
            }
            keys[band] = key;
        }
        Arrays.sort(keys);
        return Arrays.stream(keys).distinct().toArray();
    }

    private static long[] minima(long[] orders, int bins) {
        long[] minima = new long[bins];
        boolean[] filled = new boolean[bins];
        for (long order : orders) {
            long hash = SplitMix64.mix(order);
            int bin = (int) (((hash >>> 32) * bins) >>> 32);
            long value = SplitMix64.mix(order + SECOND);
            if (!filled[bin] || value < minima[bin]) {
                filled[bin] = true;
                minima[bin] = value;
            }
        }
        long[] dense = new long[bins];
        for (int bin = 0; bin < bins; bin++) {
            int distance = 0;
            while (!filled[(bin + distance) % bins]) {
                distance++;
            }
            dense[bin] = minima[(bin + distance) % bins] + distance * DISTANCE;
        }
        return dense;
    }

    /** Reads the sketches of one segment, in ascending order of documents. One thread at a time. */
    public static final class LeafSketches {
        private final LeafReader reader;
        private final SketchFields fields;
        private final BinaryDocValues sketches;
        /** Opened when group keys are needed. */
        private Optional<SortedNumericDocValues> keys = Optional.empty();

        private BytesRef sketch = new BytesRef();

        /**
         * Opens the doc values of a segment.
         *
         * @param fields the names and the format
         */
        public LeafSketches(LeafReader reader, SketchFields fields) throws IOException {
            this.reader = reader;
            this.fields = fields;
            sketches = DocValues.getBinary(reader, fields.sketch());
        }

        /**
         * Goes to the sketch of a document.
         *
         * @param doc the document's number in the segment, not below the previous one
         * @return whether the document has a sketch with at least one order
         * @throws SchemeException if another scheme made the sketch
         * @throws UnreadableSketchException if the field holds something else
         */
        public boolean read(int doc) throws IOException {
            if (!sketches.advanceExact(doc)) {
                return false;
            }
            sketch = sketches.binaryValue();
            SketchFormat format = fields.format();
            boolean header = hasHeader(sketch);
            if (header && schemeId(sketch) != format.id()) {
                throw SchemeException.ofPair(differences(schemeId(sketch)));
            }
            if (!header || !format.isWellFormed(sketch)) {
                throw new UnreadableSketchException(fields.sketch(), doc, sketch.length);
            }
            return sketch.length > SketchFormat.HEADER;
        }

        /** The array that holds the sketch that was read, until the next one is read. */
        public byte[] bytes() {
            return sketch.bytes;
        }

        /** The position of its orders in {@link #bytes}. */
        public int from() {
            return sketch.offset + SketchFormat.HEADER;
        }

        /** The number of its orders. */
        public int size() {
            return fields.format().size(sketch);
        }

        /** Appends the group keys of a document, if it has any; documents as in {@link #read}. */
        public void readKeys(int doc, LongsRef into) throws IOException {
            if (keys.isEmpty()) {
                keys = Optional.of(DocValues.getSortedNumeric(reader, fields.keys()));
            }
            SortedNumericDocValues values = keys.get();
            if (values.advanceExact(doc)) {
                int count = values.docValueCount();
                into.longs = ArrayUtil.grow(into.longs, into.length + count);
                for (int i = 0; i < count; i++) {
                    into.longs[into.length++] = values.nextValue();
                }
            }
        }

        private String differences(long id) {
            FieldInfo info = reader.getFieldInfos().fieldInfo(fields.sketch());
            String json = info == null ? null : info.getAttribute(SketchFormat.attribute(id));
            return json != null
                    ? fields.format().scheme().differences(Scheme.fromJson(json))
                    : "one has the id " + Long.toHexString(id) + ", and the segment does not have its description";
        }
    }
}
