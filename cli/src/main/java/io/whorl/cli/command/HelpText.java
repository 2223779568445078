package io.whorl.cli.command;

/** Parts that the help texts of several commands share. Lines of examples have at most 80 columns. */
final class HelpText {
    static final String EXAMPLE = "%nExample:%n";
    static final String EXAMPLES = "%nExamples:%n";

    static final String DONE = "0:Done.";
    static final String FAILED = "1:Failed.";
    static final String WRONG_USAGE = "2:Wrong usage. Nothing was done.";

    static final String READ = "0:Done. Files without text, such as pictures, are reported and skipped.";
    static final String NOT_READ =
            "1:Failed; or no document was read (0 with --allow-empty); or some could not be read and the"
                    + " others were processed (0 with --lenient).";

    static final String INDEX = "The directory of the index.";
    static final String INDEX_OR_SET = "The directory of the index, or of a segment set.";
    static final String SOURCES =
            "Files, directories, archives and dumps, compressed or not, or - for standard input. Formats"
                    + " are detected by"
                    + " content first, then by file name.";

    private HelpText() {}
}
