package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.input.TextWarnings;
import io.whorl.cli.option.Decision;
import io.whorl.cli.option.ScoreRange;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.query.Match;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Scheme;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints the matches of queries, and messages about queries without matches. */
final class QueryRecords implements Closeable {
    private final Scheme scheme;
    private final QueryOptions options;
    private final boolean named;
    private final boolean known;
    private final boolean self;
    private final Optional<Decision> decision;
    private final Console console;
    private final Records records;

    /**
     * @param named whether to show the name of the query
     * @param known whether to show the share of the query that any document has
     * @param self whether to show the score of the query with itself
     * @param decision the decision whose verdicts are shown
     */
    QueryRecords(
            Scheme scheme,
            QueryOptions options,
            boolean named,
            boolean known,
            boolean self,
            Optional<Decision> decision,
            Console console)
            throws IOException {
        this.scheme = scheme;
        this.options = options;
        this.named = named;
        this.known = known;
        this.self = self;
        this.decision = decision;
        this.console = console;
        records = console.records(columns());
    }

    private List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        if (named) {
            columns.add(Column.text("query"));
        }
        columns.addAll(List.of(
                Column.number("rank"),
                Column.text("id"),
                ScoreRange.beside(options.measure()),
                Column.number("shared"),
                Column.number("percent"),
                Column.number("resemblance"),
                Column.number("containment"),
                Column.number("contained")));
        if (known) {
            columns.add(Column.number("known"));
        }
        if (self) {
            columns.add(Column.number("self"));
        }
        if (sampled()) {
            columns.add(Column.number("lookedUp"));
        }
        decision.ifPresent(d -> columns.addAll(VerdictColumns.of(d)));
        return columns;
    }

    private boolean sampled() {
        return options.sample() != QueryOptions.ALL;
    }

    void print(String query, ParallelQuery.Answer answer) throws IOException {
        Matches matches = answer.matches();
        for (int i = 0; i < matches.matches().size(); i++) {
            List<Value> values = values(query, matches.matches().get(i), matches);
            if (decision.isPresent()) {
                values.addAll(VerdictColumns.values(answer.verdicts().get(i)));
            }
            records.add(values.toArray(Value[]::new));
        }
        records.flush();
        if (matches.lookedUp() < matches.minutiae()) {
            console.note(String.format(
                    Locale.ROOT,
                    "%s: looked up %,d of %,d minutiae, so the figures are estimates (--sample-minutiae)",
                    query,
                    matches.lookedUp(),
                    matches.minutiae()));
        }
        if (answer.isShort()) {
            TextWarnings.shorterThanChunk(query, scheme, console);
        }
        if (matches.minutiae() == 0) {
            TextWarnings.withoutMinutiae(query, scheme, console);
        } else if (matches.ignored() > 0) {
            console.warn(String.format(
                    Locale.ROOT,
                    "%s: ignored %,d of %,d minutiae, each in more than %,d documents (--max-df)",
                    query,
                    matches.ignored(),
                    matches.lookedUp(),
                    options.maxDf()));
        } else if (matches.matches().isEmpty()) {
            console.note(query + ": no document matches"
                    + (known ? String.format(Locale.ROOT, "; known %.4f", matches.known()) : ""));
        }
    }

    private List<Value> values(String query, Match match, Matches matches) {
        List<Value> values = new ArrayList<>();
        if (named) {
            values.add(Value.text(query));
        }
        values.addAll(List.of(
                Value.count(match.rank()),
                Value.text(match.id()),
                ScoreRange.value(options.measure(), match.score()),
                Value.count(match.shared()),
                Value.hundredth(match.percent()),
                Value.ratio(match.resemblance()),
                Value.ratio(match.containment()),
                Value.ratio(match.contained())));
        if (known) {
            values.add(Value.ratio(matches.known()));
        }
        if (self) {
            values.add(ScoreRange.value(options.measure(), matches.self()));
        }
        if (sampled()) {
            values.add(Value.count(matches.lookedUp()));
        }
        return values;
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
