package io.whorl.lucene.sketch;

import io.whorl.SchemeException;
import io.whorl.lucene.UnreadableSketchException;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/** Reads the sketches of one segment, in ascending order of documents. One thread at a time. */
public final class LeafSketches {
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
        if (!SketchFormat.hasHeader(sketch)) {
            throw new UnreadableSketchException(fields.sketch(), doc, sketch.length);
        }
        long id = SketchFormat.schemeId(sketch);
        if (id != format.id()) {
            throw SchemeException.ofPair(differences(id));
        }
        if (!format.isWellFormed(sketch)) {
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
    public void readKeys(int doc, Longs into) throws IOException {
        if (keys.isEmpty()) {
            keys = Optional.of(DocValues.getSortedNumeric(reader, fields.keys()));
        }
        SortedNumericDocValues values = keys.get();
        if (values.advanceExact(doc)) {
            int count = values.docValueCount();
            into.reserve(count);
            for (int i = 0; i < count; i++) {
                into.array[into.size++] = values.nextValue();
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

    /** A growing array of longs. */
    public static final class Longs {
        /** Valid up to {@link #size}. */
        public long[] array = {};
        /** The number of values. */
        public int size;

        private static final long MOST = ArrayUtil.MAX_ARRAY_LENGTH;

        /** Makes room for more values. */
        public void reserve(int more) {
            int needed = Math.addExact(size, more);
            if (needed > array.length) {
                // At least twice as many, because batches of hits would otherwise be copied again and again.
                array = ArrayUtil.growExact(array, Math.max(needed, (int) Math.min(2L * array.length, MOST)));
            }
        }

        /** Removes all values. */
        public void clear() {
            size = 0;
        }
    }
}
