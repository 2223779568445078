package io.whorl.lab.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.LongForm;
import io.whorl.lab.collection.Groups.Question;
import io.whorl.lab.run.Outcome.Answer.Effectiveness;
import io.whorl.lab.run.Outcome.Judge;
import io.whorl.lab.run.Outcome.Judge.Ranking;
import io.whorl.lab.run.Outcome.Means;
import io.whorl.query.IndexStats;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.testing.NeedsData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the default scheme on versions of technical documents. */
@NeedsData
@LongForm
class VersionsTest {
    /** One document from each project; each has five to ten versions. */
    private static final List<String> NAMED = List.of(
            "curl/docs/libcurl/curl_multi_perform.3",
            "git/Documentation/git-read-tree.txt",
            "httpd/docs/manual/howto/htaccess.xml",
            "kernel/filesystems/fscrypt.rst",
            "ldp/LDP/howto/docbook/HOWTO-INDEX/howtoChap.sgml",
            "man-pages/man2/read.2",
            "peps/pep-0261.txt",
            "perl/lib/Pod/Simple.pod",
            "rustbook/second-edition/src/ch12-01-accepting-command-line-arguments.md",
            "vim/runtime/doc/usr_toc.txt");

    @TempDir
    private static Path temp;

    private static DevCollection collection;
    private static Snapshot index;

    /** Runs once, but in a method before each test, because JUnit does not report tests skipped in BeforeAll. */
    @BeforeEach
    void buildOnce() throws IOException {
        if (index == null) {
            collection = DevCollection.read();
            index = collection.index(temp.resolve("index"), Scheme.builder().build(), UnaryOperator.identity());
        }
    }

    @Test
    void statisticsMatchTheCollection() {
        IndexStats stats = index.stats();
        assertEquals(16_998, stats.documents());
        assertEquals(6_181, collection.groups().size());
        // 5.78 million shared minutiae.
        assertEquals(5_780_000, stats.minutiae() - stats.singletons(), 5_000);
        assertEquals(Scheme.builder().build(), stats.scheme());
    }

    @Test
    void allVersionsRankFirst() throws IOException {
        List<Question> questions = new ArrayList<>();
        for (String group : NAMED) {
            Set<String> versions = collection.groups().get(group);
            questions.add(new Question(versions.iterator().next(), group, versions));
        }
        Map<String, byte[]> texts = texts(questions);
        for (Question question : questions) {
            Set<String> first = new HashSet<>();
            for (Match match : ranking(texts, question)) {
                if (match.rank() <= question.right().size()) {
                    first.add(match.id());
                }
            }
            assertEquals(new TreeSet<>(question.right()), new TreeSet<>(first));
        }
    }

    /** Not all: some co-derivatives are in different groups, and some pages are mostly boilerplate. */
    @Test
    void nearlyAllVersionsRankFirstInASample() throws IOException {
        List<Map.Entry<String, Set<String>>> groups = collection.groups().entrySet().stream()
                .filter(group -> group.getValue().size() >= 3)
                .toList();
        List<Question> questions = new ArrayList<>();
        for (int i = 0; i < groups.size(); i += 20) {
            Set<String> versions = groups.get(i).getValue();
            questions.add(new Question(versions.iterator().next(), groups.get(i).getKey(), versions));
        }
        assertEquals(105, questions.size());
        Map<String, byte[]> texts = texts(questions);
        List<Effectiveness> each = new ArrayList<>();
        for (Question question : questions) {
            List<Match> ranking = ranking(texts, question);
            assertEquals(100, ranking.get(0).score());
            each.add(Judge.effectiveness(Ranking.of(ranking, 100), question.right()));
        }
        Means figures = Means.of(each);
        assertTrue(figures.precision() >= 0.97 && figures.recall() >= 0.99, figures::toString);
    }

    private static Map<String, byte[]> texts(List<Question> questions) throws IOException {
        return collection.texts(questions.stream().map(Question::id).collect(Collectors.toSet()));
    }

    private static List<Match> ranking(Map<String, byte[]> texts, Question question) {
        return index.query(texts.get(question.id()), QueryOptions.DEFAULT.top(1_000_000))
                .matches();
    }
}
