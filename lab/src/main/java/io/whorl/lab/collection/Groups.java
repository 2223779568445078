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
 * Which documents of a collection are co-derivatives of each other. A document need not be in a group; then it is a
 * right answer to nothing. Immutable.
 */
public final class Groups {
    private final SortedMap<String, SortedSet<String>> members = new TreeMap<>();
    private final Map<String, String> groups = new HashMap<>();

    private Groups() {}

    /**
     * Reads a TSV: file, group, further columns ignored. With a header, whose first column is then called file, id,
     * document or category, the columns file and group may stand anywhere.
     *
     * @throws LabException if a row lacks a field, names a file that the collection does not have, or puts a file into
     *     a second group; or if every group has one document only, so that nothing can be found
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
                        + "', an earlier row into '" + before + "'; a document is in one group");
            }
            groups.members.computeIfAbsent(group, any -> new TreeSet<>()).add(file);
        }
        Missing.check(tsv, missing, texts);
        if (groups.members.values().stream().noneMatch(group -> group.size() > 1)) {
            throw new LabException(tsv + " has " + groups.members.size()
                    + " groups of one document each, so there is nothing" + " to find; column " + (groupColumn + 1)
                    + " must hold the same for documents that belong together");
        }
        return groups;
    }

    /** The documents of each group, groups and documents in the order of their names. */
    public SortedMap<String, SortedSet<String>> members() {
        return Collections.unmodifiableSortedMap(members);
    }

    /** The group that a document is in. */
    public Optional<String> groupOf(String id) {
        return Optional.ofNullable(groups.get(id));
    }

    /** Documents that are in a group. */
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
