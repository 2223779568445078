package io.whorl.cli.command;

import io.whorl.cli.command.WhorlCommand.HelpText;
import io.whorl.cli.option.Choice.Choices;
import io.whorl.cli.option.MinScore;
import io.whorl.cli.option.PairMeasures;
import io.whorl.cli.option.ScoreRange;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Table;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Member;
import io.whorl.measure.Measure;
import io.whorl.query.Group;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Groups a list of documents of an index, such as the results of a search. */
@Command(
        name = "group",
        sortOptions = false,
        abbreviateSynopsis = true,
        header = "Groups the similar documents of a list of ids.",
        description = {
            "%nFor the results of a search, for example. In the order of the list,"
                    + " each document joins the representative before it with which it scores"
                    + " highest, if that is enough; otherwise it becomes a representative. The index must store"
                    + " fingerprints or texts (build --store-fingerprints or --store-text). Ids that the index does"
                    + " not have are reported and left out, and so are repeated ids."
        },
        exitCodeList = {HelpText.DONE, "1:Failed; or the index does not have some of the ids.", HelpText.WRONG_USAGE},
        footerHeading = HelpText.EXAMPLES,
        footer = {
            "  whorl group index first.txt second.txt third.txt",
            "  whorl group index --ids results.txt --min-score 80%% --format json"
        })
final class GroupCommand extends Subcommand {
    /** The documents that can be grouped. */
    private static final int MOST = 10_000;
    /** Missing ids up to this number are reported once, further ones each time. */
    private static final int MOST_MISSING = 1_000;

    @Parameters(index = "0", paramLabel = "INDEX", description = HelpText.INDEX_OR_SET)
    private Path index;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "The ids of the documents.")
    private List<String> ids = List.of();

    @Option(
            names = "--ids",
            paramLabel = "FILE|-",
            description = "Also group the documents whose ids are in a file, one per line, or in standard input"
                    + " (default: none).")
    private Path idFile;

    @Option(
            names = "--link",
            paramLabel = "RULE",
            converter = Choices.Links.class,
            completionCandidates = Choices.Links.class,
            description = "star: each member scores enough with the representative. components: a chain of pairs joins"
                    + " documents (default: star).")
    private ClusterOptions.Link link = GroupOptions.DEFAULT.link();

    @Option(
            names = "--measure",
            paramLabel = "M",
            converter = Choices.Measures.class,
            completionCandidates = PairMeasures.class,
            description = "The score: ${COMPLETION-CANDIDATES} (default: resemblance).")
    private Measure measure = GroupOptions.DEFAULT.measure();

    @Option(
            names = "--min-score",
            paramLabel = "X|P%",
            converter = MinScore.Converter.class,
            description = "The least score with which documents are joined. X is more than 0, up to 1, or any number"
                    + " for shared. 50%% is half of the highest score (default: 0.5).")
    private MinScore minScore;

    @Override
    public Integer call() throws IOException {
        GroupOptions options = usage().checked(() -> GroupOptions.builder()
                .link(link)
                .measure(measure)
                .minScore(minScore == null ? GroupOptions.DEFAULT.minScore() : minScore.of(measure, usage()))
                .build());
        if (ids.isEmpty() && idFile == null) {
            throw usage().error("no document is named; give an ID, or --ids with a file of ids");
        }
        try (ListedIds listed = ListedIds.open(ids, Optional.ofNullable(idFile), usage(), console())) {
            listed.requireAny();
            try (Snapshot snapshot = ReadIndex.open(index, 1)) {
                List<String> known = known(listed, snapshot);
                List<Group> groups = usage().checked(() -> snapshot.group(known, options));
                print(groups);
                console().note(Amount.of(groups.size(), "group") + " of " + Amount.of(known.size(), "document"));
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
                if (known.size() > MOST) {
                    throw usage().error("the index has more than " + MOST + " of the ids; a list of more documents"
                            + " cannot be grouped (see 'whorl clusters')");
                }
            } else if (missing.size() == MOST_MISSING || missing.add(id)) {
                listed.missing(id);
            }
        }
        return List.copyOf(known);
    }

    private void print(List<Group> groups) throws IOException {
        record Row(int number, Group group, Member member) {}

        try (Table.Rows<Row> rows = console()
                .open(new Table<Row>()
                        .count("group", Row::number)
                        .count("size", r -> r.group().members().size())
                        .text("id", r -> r.member().id())
                        .text("representative", r -> r.group().representative())
                        .number(
                                "score",
                                r -> ScoreRange.value(measure, r.member().score()))
                        .text("to", r -> r.member().to()))) {
            int number = 0;
            for (Group group : groups) {
                number++;
                for (Member member : group.members()) {
                    rows.add(new Row(number, group, member));
                }
            }
        }
    }
}
