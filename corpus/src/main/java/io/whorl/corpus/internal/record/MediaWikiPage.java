package io.whorl.corpus.internal.record;

/** The fields of a page, collected while its elements are read. Mutable. */
final class MediaWikiPage {
    String title = "";
    String namespace = "";
    String format = "";
    String timestamp = "";
    boolean redirect;
    boolean deleted;
    boolean hasText;
    boolean tooLarge;
    private final StringBuilder text = new StringBuilder();

    /** Starts a revision, which replaces an earlier one. */
    void beginRevision() {
        format = "";
        timestamp = "";
        deleted = false;
        hasText = false;
        tooLarge = false;
        text.setLength(0);
    }

    StringBuilder text() {
        return text;
    }

    /** Old exports mark redirects only in the text. */
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
