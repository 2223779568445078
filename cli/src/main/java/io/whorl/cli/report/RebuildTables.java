package io.whorl.cli.report;

import io.whorl.bulk.Duplicates;
import io.whorl.cli.console.Console;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.output.Table;
import io.whorl.cli.output.Titles;
import io.whorl.corpus.format.Skipped;
import io.whorl.rebuild.IndexRebuild;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The lists in the report of a rebuild, each with its first few entries: skipped documents, documents without minutiae,
 * duplicates, and the most common minutiae.
 */
final class RebuildTables {
    /** A list with its name and rows. */
    private record Listed<T>(String name, Table<T> table, List<T> rows) {}

    private final List<Listed<?>> lists;

    /** @param texts the chunks of the common minutiae, as far as they are known */
    RebuildTables(IndexRebuild.Report report, SkippedDocuments skipped, Map<Long, String> texts) {
        lists = List.of(
                new Listed<>(
                        "skippedPlaces",
                        new Table<Skipped>()
                                .text("reason", s -> SkippedDocuments.name(s.reason()))
                                .text("place", Skipped::place)
                                .text("detail", Skipped::detail),
                        skipped.first()),
                new Listed<>(
                        "firstWithoutMinutiae",
                        new Table<String>().text("id", id -> id),
                        report.build().firstWithoutMinutiae()),
                new Listed<>(
                        "duplicateExamples",
                        new Table<Duplicates.Example>()
                                .text("kind", e -> e.kind().name().toLowerCase(Locale.ROOT))
                                .text("id", Duplicates.Example::id)
                                .text("equals", Duplicates.Example::first),
                        report.build().duplicates().examples()),
                new Listed<>(
                        "commonMinutiae",
                        new Table<IndexRebuild.CommonMinutia>()
                                .text("minutia", c -> Long.toHexString(c.minutia()))
                                .count("documents", IndexRebuild.CommonMinutia::documents)
                                .text("holder", IndexRebuild.CommonMinutia::holder)
                                .text("text", c -> texts.getOrDefault(c.minutia(), "")),
                        report.commonMinutiae()));
    }

    /** Returns the end of a field name, for example TooLarge. */
    static String fieldName(Skipped.Reason reason) {
        StringBuilder name = new StringBuilder();
        for (String word : reason.name().split("_")) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }

    /** Prints each list that has entries as a table under a title. */
    void print(Console console) throws IOException {
        for (Listed<?> list : lists) {
            if (!list.rows().isEmpty()) {
                console.streams().out().write("\n" + Titles.of(list.name()) + "\n");
                print(list, console);
            }
        }
    }

    private static <T> void print(Listed<T> list, Console console) throws IOException {
        console.print(list.table(), list.rows());
    }

    /** Returns each list as a JSON array of objects, by name. */
    Map<String, String> json() throws IOException {
        Map<String, String> json = new LinkedHashMap<>();
        for (Listed<?> list : lists) {
            json.put(list.name(), json(list));
        }
        return json;
    }

    private static <T> String json(Listed<T> list) throws IOException {
        return list.table().json(list.rows());
    }
}
