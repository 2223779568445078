package io.whorl.lab.collection;

import io.whorl.lab.model.LabException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The groups of co-derivative documents in a collection. A document without a group is a right answer to no query.
 * Immutable.
 */
public final class Groups {
    private final SortedMap<String, SortedSet<String>> members = new TreeMap<>();
    private final Map<String, String> groups = new HashMap<>();

    private Groups() {}

    /**
     * Reads a TSV with the columns file and group; more columns are ignored. A first row whose first field is file, id,
     * document or category is a header; then the columns may have any order.
     *
     * @throws LabException if a row lacks a field, names a file that is not in the collection, or puts a file into a
     *     second group; or if every group has only one document
     */
    public static Groups read(Path tsv, Texts texts) throws IOException {
        Tsv table = Tsv.read(tsv);
        int fileColumn = table.column("file", 0);
        int groupColumn = table.column("group", 1);
        Groups groups = new Groups();
        List<String> missing = new ArrayList<>();
        for (Tsv.Row row : table.rows()) {
            String file = row.field(fileColumn, "file");
            String group = row.field(groupColumn, "group");
            if (!texts.holds(file)) {
                missing.add(row.place() + " '" + file + "'");
                continue;
            }
            String before = groups.groups.put(file, group);
            if (before != null && !before.equals(group)) {
                throw new LabException(row.place() + " puts '" + file + "' into group '" + group
                        + "', an earlier row into '" + before + "'; a document can be in one group only");
            }
            groups.members.computeIfAbsent(group, any -> new TreeSet<>()).add(file);
        }
        Tsv.checkFiles(tsv, missing, texts);
        if (groups.members.values().stream().noneMatch(group -> group.size() > 1)) {
            throw new LabException(tsv + " has " + groups.members.size()
                    + " groups of one document each, so there is nothing to find; column "
                    + (groupColumn + 1) + " must be equal for documents of the same group");
        }
        return groups;
    }

    /** Returns the documents of each group. Groups and documents are ordered by name. */
    public SortedMap<String, SortedSet<String>> members() {
        return Collections.unmodifiableSortedMap(members);
    }

    /** Returns the group of a document, if it has one. */
    public Optional<String> groupOf(String id) {
        return Optional.ofNullable(groups.get(id));
    }

    /** Returns the number of documents in groups. */
    public int documents() {
        return groups.size();
    }

    /** @throws IllegalArgumentException if the document is in no group */
    Question question(String id) {
        String group = groupOf(id)
                .orElseThrow(
                        () -> new IllegalArgumentException("id is '" + id + "'; it must be of a document in a group"));
        return new Question(id, group, members.get(group));
    }
}
