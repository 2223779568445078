package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.option.ScoreRange;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Member;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Prints clusters: a table has a line for each cluster, the other formats a record for each member. */
final class ClusterRecords {
    private final ClusterOptions options;
    private final Console console;

    ClusterRecords(ClusterOptions options, Console console) {
        this.options = options;
        this.console = console;
    }

    /** @param top the number of clusters to print */
    void print(Clusters clusters, long top) throws IOException {
        boolean table = console.format() == Format.TABLE;
        try (Records records = console.records(table ? clusterColumns() : memberColumns())) {
            for (long n = 0; n < top && !console.isClosed() && clusters.hasNext(); n++) {
                Cluster cluster = clusters.next();
                if (table) {
                    addCluster(cluster, records);
                } else {
                    addMembers(cluster, records);
                }
            }
        }
    }

    private static List<Column> clusterColumns() {
        return List.of(
                Column.number("cluster"),
                Column.number("size"),
                Column.number("leastScore"),
                Column.number("leastPair"),
                Column.number("chained"),
                Column.text("representative"));
    }

    private void addCluster(Cluster cluster, Records records) throws IOException {
        records.add(
                Value.count(cluster.number()),
                Value.count(cluster.size()),
                ScoreRange.value(options.measure(), cluster.leastScore()),
                ScoreRange.value(options.measure(), cluster.leastPair()),
                Value.count(cluster.chained()),
                Value.text(cluster.representative()));
    }

    private List<Column> memberColumns() {
        List<Column> columns = new ArrayList<>(List.of(
                Column.number("cluster"),
                Column.number("size"),
                Column.text("id"),
                Column.text("representative"),
                Column.number("score")));
        if (hasChains()) {
            columns.add(Column.text("to"));
        }
        return columns;
    }

    /** True if the score of a member is with another document than the representative. */
    private boolean hasChains() {
        return options.link() == ClusterOptions.Link.COMPONENTS;
    }

    private void addMembers(Cluster cluster, Records records) throws IOException {
        String representative = cluster.representative();
        for (Member member : cluster) {
            List<Value> values = new ArrayList<>(List.of(
                    Value.count(cluster.number()),
                    Value.count(cluster.size()),
                    Value.text(member.id()),
                    Value.text(representative),
                    ScoreRange.value(options.measure(), member.score())));
            if (hasChains()) {
                values.add(Value.text(member.to()));
            }
            records.add(values.toArray(Value[]::new));
        }
    }
}
