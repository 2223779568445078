package io.whorl.spark;

import io.whorl.spark.WhorlSparkException.Reason;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampType;

/**
 * Reduces a DataFrame to the columns {@value #ID}, {@value #TEXT}, {@value #LENGTH} and {@value #DATE}. Ids and texts
 * are bytes of UTF-8: Spark compares bytes as Whorl compares ids, whatever the collation of the column.
 */
final class DocumentColumns {
    /** The id; null if the row has none. */
    static final String ID = "id";
    /** The text; null if the row has none, has no id, or if the text is too long. */
    static final String TEXT = "text";
    /** The bytes of the text; null if the row has none. */
    static final String LENGTH = "length";
    /** Microseconds since 1970-01-01T00:00Z; null if the row has no date. */
    static final String DATE = "date";

    private static final Set<String> WHOLE_NUMBERS = Set.of("tinyint", "smallint", "int", "bigint");

    private DocumentColumns() {}

    /** @throws IllegalArgumentException if there is a column of a name that the result needs */
    static void requireNone(Dataset<Row> rows, String name) {
        if (Arrays.stream(rows.columns()).anyMatch(name::equalsIgnoreCase)) {
            throw new IllegalArgumentException("the DataFrame has a column '" + name
                    + "', which the result needs; rename it with withColumnRenamed");
        }
    }

    /**
     * Selects the columns, and others.
     *
     * @throws WhorlSparkException if a column is missing, or has another type
     */
    static Dataset<Row> select(Dataset<Row> rows, SparkOptions options, Column... others) {
        Column id = id(rows, options.idColumn);
        Column text = bytes(rows, options.textColumn, "text", type -> false);
        Column length = functions.octet_length(text).cast("bigint");
        Column kept = functions.when(id.isNotNull().and(length.leq(options.maxDocument)), text);
        Column date = date(rows, options.dateColumn);
        return rows.select(
                Stream.concat(Stream.of(id.as(ID), kept.as(TEXT), length.as(LENGTH), date.as(DATE)), Stream.of(others))
                        .toArray(Column[]::new));
    }

    /** The values of any column as strings. */
    static Column text(Dataset<Row> rows, String name) {
        type(rows, name);
        return functions.col(name).cast("string");
    }

    /** The ids of a DataFrame as bytes. */
    static Column id(Dataset<Row> rows, String name) {
        return bytes(rows, name, "id", type -> WHOLE_NUMBERS.contains(type.sql().toLowerCase(Locale.ROOT)));
    }

    private static Column bytes(Dataset<Row> rows, String name, String use, Predicate<DataType> alsoStrings) {
        DataType type = type(rows, name);
        boolean number = alsoStrings.test(type);
        if (!(number || type instanceof StringType || type instanceof BinaryType)) {
            throw wrongType(name, type, use, "a string, or bytes of UTF-8");
        }
        Column column = functions.col(name);
        return type instanceof BinaryType ? column : column.cast("string").cast("binary");
    }

    private static Column date(Dataset<Row> rows, String name) {
        if (name.isEmpty()) {
            return functions.lit(null).cast("bigint");
        }
        DataType type = type(rows, name);
        Column column = functions.col(name);
        if (type instanceof DateType) {
            return functions.unix_date(column).cast("bigint").multiply(functions.lit(86_400_000_000L));
        }
        if (type instanceof TimestampType) {
            return functions.unix_micros(column);
        }
        throw wrongType(name, type, "date", "a date or a timestamp");
    }

    private static DataType type(Dataset<Row> rows, String name) {
        try {
            return rows.select(name).schema().fields()[0].dataType();
        } catch (Exception e) {
            // Scala's methods do not declare the checked exceptions that they throw.
            if (!(e instanceof AnalysisException)) {
                throw e;
            }
            throw new WhorlSparkException(
                    Reason.MISSING_COLUMN,
                    "there is no column '" + name + "'; the columns are "
                            + String.join(", ", Arrays.asList(rows.columns())) + "; name one of them",
                    e);
        }
    }

    private static WhorlSparkException wrongType(String name, DataType type, String use, String right) {
        return new WhorlSparkException(
                Reason.COLUMN_TYPE,
                "the column '" + name + "' is of type " + type.sql() + "; a column of the " + use + " is " + right
                        + "; convert it with cast");
    }
}
