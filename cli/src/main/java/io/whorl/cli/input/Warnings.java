package io.whorl.cli.input;

import io.whorl.cli.option.Choice;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;

/** Warnings that several commands give in the same words. */
public final class Warnings {
    private Warnings() {}

    public static String empty(String text, Scheme scheme) {
        Chunking chunking = scheme.chunking();
        boolean fixed = chunking.breakpoints().isEmpty();
        return "warning: " + text + " has no minutiae"
                + (fixed
                        ? ": it may be shorter than a chunk of " + chunking.granularity() + " "
                                + Choice.name(chunking.unit()) + (chunking.granularity() == 1 ? "" : "s")
                                + ", or the selection kept none"
                        : "");
    }
}
