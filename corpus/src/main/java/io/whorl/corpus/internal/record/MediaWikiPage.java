package io.whorl.corpus.internal.record;

/** What is gathered of a page while its elements come by; made anew for each. */
final class MediaWikiPage {
    String title = "";
    String namespace = "";
    String format = "";
    boolean redirect;
    boolean deleted;
    boolean hasText;
    boolean tooLarge;
    private final StringBuilder text = new StringBuilder();

    /** A later revision takes the place of an earlier one. */
    void beginRevision() {
        format = "";
        deleted = false;
        hasText = false;
        tooLarge = false;
        text.setLength(0);
    }

    StringBuilder text() {
        return text;
    }

    /** Old exports say it in the text alone. */
    boolean isRedirect() {
        String mark = "#redirect";
        int at = 0;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return redirect
                || text.length() >= at + mark.length()
                        && text.substring(at, at + mark.length()).equalsIgnoreCase(mark);
    }
}
