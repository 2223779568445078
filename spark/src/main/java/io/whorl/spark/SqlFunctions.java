package io.whorl.spark;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.strategy.Strategies;
import java.io.Serializable;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** The functions of SQL: {@code fingerprint(text)}, {@code resemblance(a, b)} and {@code containment(a, b)}. */
final class SqlFunctions implements Serializable {
    private static final long serialVersionUID = 1;

    private final String scheme;
    /** Each thread of an executor has its own, because a fingerprinter reuses its buffers. */
    private transient ThreadLocal<Fingerprinter> fingerprinters;

    private SqlFunctions(String scheme) {
        this.scheme = scheme;
    }

    /** @throws io.whorl.SchemeException if the scheme cannot be used */
    static void register(SparkSession session, Scheme given) {
        WhorlSpark.requireVersion(session);
        Scheme scheme = Fingerprinter.of(given).scheme();
        SqlFunctions functions = new SqlFunctions(scheme.toJson());
        UDF1<String, long[]> fingerprint = functions::fingerprint;
        session.udf().register("fingerprint", fingerprint, DataTypes.createArrayType(DataTypes.LongType, false));
        if (Strategies.comparability(scheme).kind() == Comparability.Kind.SETS) {
            UDF2<Seq<Long>, Seq<Long>, Double> resemblance = (a, b) -> functions.compare(a, b, Measure.RESEMBLANCE);
            UDF2<Seq<Long>, Seq<Long>, Double> containment = (a, b) -> functions.compare(a, b, Measure.CONTAINMENT);
            session.udf().register("resemblance", resemblance, DataTypes.DoubleType);
            session.udf().register("containment", containment, DataTypes.DoubleType);
        }
    }

    private synchronized Fingerprinter fingerprinter() {
        if (fingerprinters == null) {
            fingerprinters = ThreadLocal.withInitial(() -> Fingerprinter.of(Scheme.fromJson(scheme)));
        }
        return fingerprinters.get();
    }

    private long[] fingerprint(String text) {
        return text == null ? null : fingerprinter().fingerprint(text).toArray();
    }

    private Double compare(Seq<Long> a, Seq<Long> b, Measure measure) {
        if (a == null || b == null) {
            return null;
        }
        Scheme of = fingerprinter().scheme();
        return stored(a, of).compare(stored(b, of), measure);
    }

    private static Fingerprint stored(Seq<Long> minutiae, Scheme scheme) {
        long[] numbers = CollectionConverters.asJava(minutiae).stream()
                .mapToLong(Long::longValue)
                .toArray();
        return Fingerprint.stored(scheme, numbers, new int[0], 0);
    }
}
