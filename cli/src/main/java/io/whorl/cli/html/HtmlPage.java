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
 * @param body the resource with the body. Before it are the resources of the style and of the script, in order.
 *     {@code @INCLUDE name@} in it stands for another resource
 * @param languages the languages of its texts
 */
record HtmlPage(String title, String body, List<String> languages) {
    private static final Pattern PART = Pattern.compile("@(STYLE|SCRIPT) ([a-z./-]+)@\n");
    private static final Pattern INCLUDE = Pattern.compile("@INCLUDE ([a-z.]+)@");

    interface Data {
        void writeTo(DataBlocks blocks) throws IOException;
    }

    /** Writes the page. Equal data have equal bytes. */
    void write(OutputStream out, Data data) throws IOException {
        StringBuilder styles = new StringBuilder();
        StringBuilder scripts = new StringBuilder("'use strict';\n(() => {\n");
        Matcher parts = PART.matcher(resource(body));
        while (parts.find()) {
            (parts.group(1).equals("STYLE") ? styles : scripts).append(resource(parts.group(2)));
        }
        String style = styles.toString();
        String script = scripts + "})();\n";
        String[] page = resource("page.html")
                .replace("@BODY@", included(parts.replaceAll("")))
                .replace("@TITLE@", title)
                .replace("@STYLE_HASH@", digest(style))
                .replace("@SCRIPT_HASH@", digest(script))
                .replace("@STYLE@", style)
                .replace("@SCRIPT@", script)
                .split("@DATA@");
        DataBlocks blocks = new DataBlocks(out);
        blocks.print(page[0]);
        blocks.writeJson("sayings", json -> PageTexts.write(languages, json));
        data.writeTo(blocks);
        blocks.print(page[1]);
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
