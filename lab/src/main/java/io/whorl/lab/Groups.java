package io.whorl.lab;

import io.whorl.internal.Ranges;
import io.whorl.lab.Texts.Tsv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The groups of co-derivative documents in a collection, and queries of them. A document without a group is a right
 * answer to no query. Immutable.
 */
public final class Groups {
    private final SortedMap<String, SortedSet<String>> members = new TreeMap<>();
    private final Map<String, String> groups = new HashMap<>();

    private Groups() {}

    /**
     * Reads a TSV with the columns file and group; more columns are ignored. A first row whose first field is file, id,
     * document or category is a header; then the columns may have any order.
     */
    public static Groups read(Path tsv, Texts texts) throws IOException {
        Tsv table = Tsv.read(tsv, "file", "group");
        Groups groups = new Groups();
        Tsv.Missing missing = new Tsv.Missing(texts);
        for (Tsv.Row row : table.rows()) {
            String file = row.field("file");
            String group = row.field("group");
            if (!missing.holds(row, file)) {
                continue;
            }
            String before = groups.groups.put(file, group);
            if (before != null && !before.equals(group)) {
                throw new LabException(row.place() + " puts '" + file + "' into group '" + group
                        + "', an earlier row into '" + before + "'; a document can be in one group only");
            }
            groups.members.computeIfAbsent(group, any -> new TreeSet<>()).add(file);
        }
        missing.check(tsv);
        if (groups.members.values().stream().noneMatch(group -> group.size() > 1)) {
            throw new LabException(tsv + " has " + groups.members.size()
                    + " groups of one document each, so there is nothing to find; column "
                    + (table.column("group") + 1) + " must be equal for documents of the same group");
        }
        return groups;
    }

    public SortedMap<String, SortedSet<String>> members() {
        return Collections.unmodifiableSortedMap(members);
    }

    public Optional<String> groupOf(String id) {
        return Optional.ofNullable(groups.get(id));
    }

    public int documents() {
        return groups.size();
    }

    private Question question(String id) {
        String group = groups.get(id);
        return new Question(id, group, members.get(group));
    }

    /** Reads queries: a TSV with the column file and optionally its group. */
    public List<Question> questions(Path tsv) throws IOException {
        Map<String, Question> questions = new LinkedHashMap<>();
        for (Tsv.Row row : Tsv.read(tsv, "file", "group").rows()) {
            String file = row.field("file");
            Question question = groupOf(file)
                    .map(group -> question(file))
                    .orElseThrow(() -> new LabException(row.place() + " names '" + file
                            + "', which is in no group; a query must be in the" + " table of groups"));
            Optional<String> said = row.optional("group");
            if (said.isPresent() && !said.get().equals(question.group())) {
                throw new LabException(row.place() + " puts '" + file + "' into group '" + said.get()
                        + "', the table of groups into '" + question.group() + "'; correct one of them");
            }
            if (question.right().size() < 2) {
                throw new LabException(row.place() + " names '" + file + "', which is alone in its group '"
                        + question.group() + "', so there is nothing to find; choose another");
            }
            if (questions.put(file, question) != null) {
                throw new LabException(row.place() + " names '" + file + "' a second time; remove the row");
            }
        }
        return List.copyOf(questions.values());
    }

    /** Returns every document of every group that is large enough (COPS 5.3), ordered by group and id. */
    public List<Question> all(int least) {
        return large(least).stream()
                .flatMap(SortedSet::stream)
                .map(this::question)
                .toList();
    }

    /** Draws one document from each group that is large enough. */
    public List<Question> draw(int most, int least, long seed) {
        Ranges.checkAtLeast("most", most, 1);
        List<SortedSet<String>> large = large(least);
        // The results of java.util.Random are specified, so they are the same on every JVM.
        Random random = new Random(seed);
        Collections.shuffle(large, random);
        List<Question> questions = new ArrayList<>();
        for (SortedSet<String> group : large.subList(0, Math.min(most, large.size()))) {
            questions.add(question(List.copyOf(group).get(random.nextInt(group.size()))));
        }
        return List.copyOf(questions);
    }

    private List<SortedSet<String>> large(int least) {
        Ranges.checkAtLeast("least", least, 2);
        List<SortedSet<String>> large = new ArrayList<>(
                members.values().stream().filter(group -> group.size() >= least).toList());
        if (large.isEmpty()) {
            int largest =
                    members.values().stream().mapToInt(SortedSet::size).max().orElse(0);
            throw new LabException("no queries are possible: no group has " + least + " documents, the largest has "
                    + largest + "; allow smaller groups");
        }
        return large;
    }

    public static String digest(List<Question> questions) {
        Texts.Digest digest = new Texts.Digest();
        for (Question question : questions) {
            digest.add(question.id());
            digest.add(question.group());
            question.right().stream().sorted().forEach(digest::add);
        }
        return digest.hex();
    }

    /**
     * A query document and its right answers.
     *
     * @param id of the document, which is one of the answers
     * @param right the ids of all documents of the group
     */
    public record Question(String id, String group, Set<String> right) {
        public Question {
            right = Set.copyOf(right);
            if (!right.contains(id)) {
                throw new IllegalArgumentException("id " + id + " is not among its own right answers " + right);
            }
        }
    }
}
