package io.whorl.cli.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One HTML file that needs no network. Names and texts are embedded only as compressed data in base64, which cannot
 * contain markup, and the script shows them as text nodes. A content security policy allows no script but the page's
 * own, by its digest.
 *
 * @param title the title, without markup
 * @param body the resource with the body; {@code @INCLUDE name@} stands for another resource
 * @param styles the resources of the style, in order
 * @param scripts the resources of the script, in order
 */
record HtmlPage(String title, String body, List<String> styles, List<String> scripts) {
    private static final Pattern INCLUDE = Pattern.compile("@INCLUDE ([a-z.]+)@");

    interface Data {
        void writeTo(DataBlocks blocks) throws IOException;
    }

    /** Writes the page. Equal data have equal bytes. */
    void write(OutputStream out, Data data) throws IOException {
        String style = joined(styles);
        String script = "'use strict';\n(() => {\n" + joined(scripts) + "})();\n";
        String[] page = resource("page.html")
                .replace("@BODY@", included(resource(body)))
                .replace("@TITLE@", title)
                .replace("@STYLE_HASH@", digest(style))
                .replace("@SCRIPT_HASH@", digest(script))
                .replace("@STYLE@", style)
                .replace("@SCRIPT@", script)
                .split("@DATA@");
        DataBlocks blocks = new DataBlocks(out);
        blocks.print(page[0]);
        data.writeTo(blocks);
        blocks.print(page[1]);
    }

    private static String joined(List<String> resources) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String name : resources) {
            all.append(resource(name));
        }
        return all.toString();
    }

    private static String included(String body) throws IOException {
        StringBuilder all = new StringBuilder();
        Matcher include = INCLUDE.matcher(body);
        while (include.find()) {
            include.appendReplacement(all, Matcher.quoteReplacement(resource(include.group(1))));
        }
        return include.appendTail(all).toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
            // Line ends of the platform would change the digest.
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        }
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
