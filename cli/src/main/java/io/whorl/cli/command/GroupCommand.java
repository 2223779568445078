package io.whorl.cli.command;

import io.whorl.cli.option.Choice.Choices;
import io.whorl.cli.option.ComparisonOptions.ScoreRange;
import io.whorl.cli.option.ComparisonOptions.ThresholdOptions;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Table;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.ClusterOptions;
import io.whorl.measure.Measure;
import io.whorl.query.GroupOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Groups a list of documents of an index, such as the results of a search. */
@Command(name = "group")
final class GroupCommand extends IndexCommand {
    /** The documents that can be grouped. */
    private static final int MOST = 10_000;
    /** Missing ids up to this number are reported once, further ones each time. */
    private static final int MOST_MISSING = 1_000;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID")
    private List<String> ids = List.of();

    @Option(names = "--ids", paramLabel = "FILE|-")
    private Path idFile;

    @Option(names = "--link", paramLabel = "RULE", completionCandidates = Choices.Links.class)
    private ClusterOptions.Link link = GroupOptions.DEFAULT.link();

    @Mixin
    private ThresholdOptions threshold;

    @Override
    public Integer call() throws IOException {
        Measure measure = threshold.measure(GroupOptions.DEFAULT.measure());
        GroupOptions options = usage().checked(() -> GroupOptions.DEFAULT
                .link(link)
                .measure(measure)
                .minScore(threshold.minScore(measure, GroupOptions.DEFAULT.minScore(), usage())));
        usage().refuse(
                        ids.isEmpty() && idFile == null,
                        "no document is named; give an ID, or --ids with a file of ids");
        try (ListedIds listed = ListedIds.open(ids, Optional.ofNullable(idFile), usage(), console())) {
            listed.requireAny();
            try (Snapshot snapshot = openAny(index, 1)) {
                List<String> known = known(listed, snapshot);
                List<List<Member>> groups = usage().checked(() -> snapshot.group(known, options));
                print(groups, measure);
                note(Amount.of(groups.size(), "group") + " of " + Amount.of(known.size(), "document"));
            }
            return listed.exitCode();
        }
    }

    /** Returns the ids that the index has, each once. */
    private List<String> known(ListedIds listed, Snapshot snapshot) {
        Set<String> known = new LinkedHashSet<>();
        Set<String> missing = new HashSet<>();
        for (String id : listed) {
            if (snapshot.document(id).isPresent()) {
                known.add(id);
                usage().refuse(
                                known.size() > MOST,
                                "the index has more than " + MOST + " of the ids; a list of more documents"
                                        + " cannot be grouped (see 'whorl clusters')");
            } else if (missing.size() == MOST_MISSING || missing.add(id)) {
                listed.missing(id);
            }
        }
        return List.copyOf(known);
    }

    private void print(List<List<Member>> groups, Measure measure) throws IOException {
        record Row(int number, List<Member> group, Member member) {}

        try (Table.Rows<Row> rows = console()
                .open(new Table<Row>()
                        .count("group", Row::number)
                        .count("size", r -> r.group().size())
                        .text("id", r -> r.member().id())
                        .text("representative", r -> r.group().get(0).id())
                        .number(
                                "score",
                                r -> ScoreRange.value(measure, r.member().score()))
                        .text("to", r -> r.member().to()))) {
            int number = 0;
            for (List<Member> group : groups) {
                number++;
                for (Member member : group) {
                    rows.add(new Row(number, group, member));
                }
            }
        }
    }
}
