package io.whorl.corpus.internal.text;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.collections.Int2IntHashMap;

/**
 * The ends of environments that are dropped as a whole: equations, tables, pictures, programs, references (COPS 5.1,
 * 5.4). An environment without an end is not listed, so its text is kept. Computed in one pass.
 */
final class LatexEnvironments {
    private static final Set<String> DROPPED = Set.of(
            "equation",
            "align",
            "alignat",
            "flalign",
            "gather",
            "multline",
            "eqnarray",
            "displaymath",
            "math",
            "array",
            "dmath",
            "tabular",
            "tabularx",
            "tabulary",
            "longtable",
            "tabbing",
            "supertabular",
            "picture",
            "tikzpicture",
            "pspicture",
            "thebibliography",
            "algorithmic",
            "algorithm2e");
    /** Environments in which only their end is a command. */
    private static final Set<String> VERBATIM = Set.of(
            "verbatim",
            "Verbatim",
            "lstlisting",
            "minted",
            "comment",
            "filecontents",
            "alltt",
            "BVerbatim",
            "LVerbatim");

    private static final Pattern BORDER =
            Pattern.compile("(?<!\\\\)%[^\\n]*+|\\\\(begin|end)[ \\t]{0,8}\\{([A-Za-z0-9]{1,40})(\\*?)\\}|\\\\[\\\\%]");
    /** Deeper environments are not matched. */
    private static final int MAX_DEPTH = 10_000;

    private static final int NONE = -1;

    /** The end of each environment by its start. */
    private final Int2IntHashMap ends = new Int2IntHashMap(NONE);
    /** Ends that the rest of the source does not contain. */
    private final Set<String> endless = new HashSet<>();

    private int document = -1;
    private int documentEnd;

    LatexEnvironments(String source) {
        documentEnd = source.length();
        Map<String, Deque<Integer>> open = new HashMap<>();
        Matcher matcher = BORDER.matcher(source);
        int from = 0;
        while (matcher.find(from)) {
            from = matcher.end();
            String name = matcher.group(2);
            if (name == null) {
                continue;
            }
            if (matcher.group(1).equals("begin")) {
                from = begin(source, matcher, name, open);
            } else if (DROPPED.contains(name)) {
                Integer begin = open.getOrDefault(name, new ArrayDeque<>()).pollLast();
                if (begin != null) {
                    ends.put(begin.intValue(), matcher.end());
                }
            } else if (name.equals("document")) {
                documentEnd = Math.min(documentEnd, matcher.start());
            }
        }
    }

    private int begin(String source, Matcher matcher, String name, Map<String, Deque<Integer>> open) {
        if (name.equals("document") && document < 0) {
            document = matcher.end();
        } else if (VERBATIM.contains(name)) {
            String end = "\\end{" + name + matcher.group(3) + "}";
            int at = endless.contains(end) ? -1 : source.indexOf(end, matcher.end());
            if (at < 0) {
                endless.add(end);
            } else {
                ends.put(matcher.start(), at + end.length());
                return at + end.length();
            }
        } else if (DROPPED.contains(name)) {
            Deque<Integer> begins = open.computeIfAbsent(name, any -> new ArrayDeque<>());
            if (begins.size() < MAX_DEPTH) {
                begins.addLast(matcher.start());
            }
        }
        return matcher.end();
    }

    /** The position after the dropped environment that starts here; the same position if there is none. */
    int end(int begin) {
        int end = ends.get(begin);
        return end == NONE ? begin : end;
    }

    /** The position after the preamble; -1 if the source has none. */
    int document() {
        return document;
    }

    int documentEnd() {
        return documentEnd;
    }
}
