package io.whorl.spark;

import static org.apache.spark.sql.functions.col;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Finds which units are members of stars. One machine decides units in the order of their ranks: a unit is a member if
 * a representative of higher rank is similar to it, and a representative otherwise. The rounds give the same answer. In
 * each one, the units that no undecided unit of higher rank is similar to are representatives, because their answer
 * cannot change any more; all undecided units that are similar to them are members. At least the unit of the highest
 * rank is decided in each round.
 */
final class StarRounds {
    private static final StructType MEMBER = new StructType().add("q", DataTypes.LongType, false);

    private final Kept kept;
    private final long taskPairs;

    /** @param taskPairs the largest number of undecided pairs that one task decides */
    StarRounds(Kept kept, long taskPairs) {
        this.kept = kept;
        this.taskPairs = taskPairs;
    }

    /**
     * The ranks of all members.
     *
     * @param pairs ranks {@code p} and {@code q} of similar units, where {@code p} is the smaller number
     */
    Dataset<Row> members(Dataset<Row> pairs) {
        Dataset<Row> members = kept.session().createDataFrame(java.util.List.of(), MEMBER);
        Dataset<Row> undecided = kept.keep(pairs.select("p", "q"));
        for (long left = undecided.count(); left > taskPairs; left = undecided.count()) {
            Dataset<Row> below = undecided.select(col("q").as("p")).distinct();
            Dataset<Row> joined = kept.keep(undecided
                    .join(below, new String[] {"p"}, "left_anti")
                    .select("q")
                    .distinct());
            Dataset<Row> next = kept.keep(undecided
                    .join(joined, new String[] {"q"}, "left_anti")
                    .select("p", "q")
                    .join(joined.select(col("q").as("p")), new String[] {"p"}, "left_anti")
                    .select("p", "q"));
            next.count();
            kept.release(undecided);
            undecided = next;
            members = kept.keep(members.union(joined));
        }
        Dataset<Row> rest = undecided
                .repartition(1)
                .sortWithinPartitions("p", "q")
                .mapPartitions(new GreedyTask(), Encoders.row(MEMBER));
        return kept.keep(members.union(rest));
    }
}
