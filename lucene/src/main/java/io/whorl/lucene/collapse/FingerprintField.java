package io.whorl.lucene.collapse;

import io.whorl.SchemeException;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lucene.sketch.SketchFields;
import io.whorl.lucene.sketch.SketchFormat;
import io.whorl.scheme.Scheme;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexableField;

/**
 * Makes the fields that store a document's sketch. The text is fingerprinted once, whatever the analyzers of other
 * fields do with it. Immutable and thread-safe.
 *
 * <p>The doc values of {@link #name} hold the fingerprint by a scheme: a sketch MIN_s or MOD_m (BGMZ 3), or the exact
 * fingerprint if the scheme selects {@code full}. Each value holds an id of its scheme, and the segment holds the
 * scheme. So sketches of another scheme are refused by name. The sorted numeric doc values of {@link #keysName} hold
 * the group keys.
 *
 * <pre>{@code
 * FingerprintField versions = FingerprintField.of("versions");
 * versions.fields(text).forEach(document::add);
 * }</pre>
 */
public final class FingerprintField {
    /**
     * The scheme of {@link #of(String)}: chunks of three words, and the 64 smallest minutiae. A resemblance of 0.5 has
     * a standard error of 0.06.
     */
    public static final Scheme DEFAULT_SCHEME = Scheme.builder()
            .granularity(3)
            .selection("min-s", Map.of("s", "64"))
            .build();

    final SketchFields fields;
    private final GroupKeys keys;
    private final FieldType type;
    private final Optional<Scheme> full;
    private final ThreadLocal<Fingerprinter> fingerprinters;

    private FingerprintField(String name, SketchFormat format, GroupKeys keys) {
        this.keys = keys;
        fields = new SketchFields(name, name + ".keys", format);
        full = format.full();
        type = new FieldType();
        type.setDocValuesType(DocValuesType.BINARY);
        type.putAttribute(SketchFormat.attribute(format.id()), format.scheme().toJson());
        type.freeze();
        fingerprinters = ThreadLocal.withInitial(() -> Fingerprinter.of(format.scheme()));
    }

    /** A field with {@link #DEFAULT_SCHEME} and {@link GroupKeys#DEFAULT}. */
    public static FingerprintField of(String name) {
        return of(name, DEFAULT_SCHEME, GroupKeys.DEFAULT);
    }

    /**
     * A field.
     *
     * @param name the name of the doc values with the sketch, not empty
     * @param scheme a scheme with the selection min-s, mod, winnowing or another whose fingerprints can be compared two
     *     at a time
     * @param keys the group keys
     * @throws io.whorl.SchemeException if the scheme cannot be used, or selects {@code mod-by-size}
     */
    public static FingerprintField of(String name, Scheme scheme, GroupKeys keys) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("name is empty; it must have at least one character");
        }
        return new FingerprintField(name, SketchFormat.of(scheme), Objects.requireNonNull(keys, "keys"));
    }

    /** The name of the doc values with the sketch. */
    public String name() {
        return fields.sketch();
    }

    /** The name of the doc values with the group keys: {@link #name} and {@code .keys}. */
    public String keysName() {
        return fields.keys();
    }

    /** The scheme, with its selection written out in full. */
    public Scheme scheme() {
        return fields.format().scheme();
    }

    /**
     * The scheme that keeps all minutiae of the chunks of {@link #scheme}. From its fingerprints, this field can make
     * its own without the text, if they are sketches {@code min-s} or exact; otherwise empty. An index of this scheme
     * and this field share one reading of each text ({@link io.whorl.lucene.index.WhorlIndexer}).
     */
    public Optional<Scheme> fullScheme() {
        return full;
    }

    public GroupKeys keys() {
        return keys;
    }

    /**
     * The fields of a document.
     *
     * @param text an unpaired surrogate reads as U+FFFD. A text without words gets a sketch without minutiae: it
     *     resembles nothing
     * @throws io.whorl.LimitExceededException if the text has more distinct minutiae than half of the heap can hold
     */
    public List<IndexableField> fields(String text) {
        return fields(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The fields of a document.
     *
     * @param utf8 the text in UTF-8; a malformed sequence reads as U+FFFD
     * @throws io.whorl.LimitExceededException if the text has more distinct minutiae than half of the heap can hold
     */
    public List<IndexableField> fields(byte[] utf8) {
        return made(fields.format().orders(fingerprinters.get().fingerprint(utf8)));
    }

    /**
     * The fields of a document that is fingerprinted already, for several fields or indexes that need the same text.
     *
     * @param fingerprint made by {@link #scheme}; or by {@link #fullScheme}, if there is one
     * @throws SchemeException if another scheme made it
     */
    public List<IndexableField> fields(Fingerprint fingerprint) {
        SketchFormat format = fields.format();
        if (fingerprint.scheme().equals(scheme())) {
            return made(format.orders(fingerprint));
        }
        if (full.filter(fingerprint.scheme()::equals).isPresent()) {
            return made(format.sketchOf(fingerprint));
        }
        throw SchemeException.ofPair(scheme().differences(fingerprint.scheme()));
    }

    private List<IndexableField> made(long[] orders) {
        List<IndexableField> made = new ArrayList<>();
        made.add(new Field(fields.sketch(), fields.format().encode(orders), type));
        for (long key : SketchFormat.groupKeys(orders, keys.bands(), keys.rows())) {
            made.add(new SortedNumericDocValuesField(fields.keys(), key));
        }
        return made;
    }
}
