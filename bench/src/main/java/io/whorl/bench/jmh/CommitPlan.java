package io.whorl.bench.jmh;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of commits and the number of documents in each. As a parameter of a benchmark, {@code 100x50} means fifty
 * commits of a hundred documents.
 */
public record CommitPlan(int batch, int commits) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})x(\\d{1,9})");

    public static CommitPlan parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("plan is '" + text + "'; it must have the form 100x50");
        }
        return new CommitPlan(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
    }

    public int documents() {
        return Math.multiplyExact(batch, commits);
    }

    @Override
    public String toString() {
        return batch + "x" + commits;
    }
}
