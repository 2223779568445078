package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class SqlFunctionsTest {
    @Test
    void functionsGiveTheValuesOfTheLibrary() {
        Scheme scheme = Scheme.builder().granularity(2).build();
        SparkSession session = LocalSpark.session().newSession();
        WhorlSpark.register(session, scheme);
        Row row = session.sql("select fingerprint('a rose is a rose') a, fingerprint('a rose is red') b, "
                        + "fingerprint(null) n")
                .selectExpr("a", "resemblance(a, b)", "containment(a, b)", "n", "resemblance(a, n)")
                .head();
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        Fingerprint a = fingerprinter.fingerprint("a rose is a rose");
        Fingerprint b = fingerprinter.fingerprint("a rose is red");
        assertArrayEquals(
                a.toArray(),
                row.<Long>getList(0).stream().mapToLong(Long::longValue).toArray());
        assertEquals(a.compare(b, Measure.RESEMBLANCE), row.getDouble(1));
        assertEquals(a.compare(b, Measure.CONTAINMENT), row.getDouble(2));
        assertTrue(row.isNullAt(3));
        assertTrue(row.isNullAt(4));
    }
}
