package io.whorl.corpus.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MailTest {
    private static final String PLAIN = "Content-Type: text/plain; charset=utf-8\n";

    private static Head head(String name, String type, String first) {
        return new Head(name, type, first.getBytes(StandardCharsets.UTF_8));
    }

    /** Converts a mail whose characters are its bytes. */
    private static String text(String mail) throws TextConversionException {
        byte[] bytes = mail.getBytes(StandardCharsets.ISO_8859_1);
        return new String(new MailFormat().text(bytes, head("", "message/rfc822", "")), StandardCharsets.UTF_8);
    }

    private static Reason reason(String mail) {
        return assertThrows(TextConversionException.class, () -> text(mail)).reason();
    }

    private static String multipart(String kind, String... parts) {
        String boundary = "b" + Math.abs(String.join("", parts).hashCode());
        return "Content-Type: multipart/" + kind + "; boundary=\"" + boundary + "\"\n\npreamble\n--" + boundary + "\n"
                + String.join("\n--" + boundary + "\n", parts) + "\n--" + boundary + "--\nepilogue\n";
    }

    @Test
    void mailsAreRecognisedByMediaTypeOrName() {
        MailFormat format = new MailFormat();
        assertTrue(format.recognises(head("", "message/rfc822", "anything")));
        assertTrue(format.recognises(head("a.EML", "", "Received: from\n")));
        assertFalse(format.recognises(head("a.eml", "", "no header: here\n")));
        assertFalse(format.recognises(head("a.txt", "", "Received: from\n")));
    }

    @Test
    void theSubjectComesFirst() throws TextConversionException {
        assertEquals("Hello\n\nbody\n\nmore\n", text("From: a@b\r\nSubject: Hello\r\n\r\nbody\r\n\r\nmore\r\n"));
        assertEquals(
                "Grüße an alle\n\nx\n",
                text("Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\n =?ISO-8859-1?B?IGFu?= alle\n\nx\n"));
        assertEquals("only a subject\n", text("Subject: only a subject\n\n"));
        assertEquals("no subject\n", text("From: a\n\nno subject"));
    }

    @Test
    void bodiesAreDecoded() throws TextConversionException {
        assertEquals("ä=\n", text(PLAIN + "Content-Transfer-Encoding: quoted-printable\n\n=C3=A4=\n=3D\n"));
        assertEquals(
                "äö\n",
                text("Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: base64\n\n5PY=\n"));
        assertEquals("ä\n", text("Content-Type: text/plain\n\n\u00c3\u00a4\n"));
        assertEquals("ä\n", text("Content-Type: text/plain; charset=us-ascii\n\n\u00c3\u00a4\n"));
        assertEquals("ä\n", text("Content-Type: text/plain; charset=unheard-of\n\n\u00e4\n"));
        assertEquals("bold text\n", text("Content-Type: text/html\n\n<p><b>bold</b> text"));
    }

    @Test
    void plainTextIsPreferredAndAttachmentsAreRemoved() throws TextConversionException {
        String html = "Content-Type: text/html\n\n<p>as html";
        assertEquals("plain\n", text(multipart("alternative", PLAIN + "\nplain", html)));
        assertEquals("as html\n", text(multipart("alternative", html, "Content-Type: image/png\n\nxx")));
        assertEquals("as html\n", text(multipart("alternative", PLAIN + "\n \n", html)));
        assertEquals(
                "plain\n",
                text(multipart(
                        "alternative",
                        PLAIN + "\nplain",
                        multipart("related", html, "Content-Type: image/png\n\nxx"))));
        assertEquals(
                "one\n\nplain\n\nas html\n",
                text(multipart(
                        "mixed",
                        PLAIN + "\none",
                        multipart("alternative", PLAIN + "\nplain", html),
                        html,
                        PLAIN + "Content-Disposition: ATTACHMENT; filename=x\n\nattached",
                        "Content-Type: text/calendar\n\nBEGIN")));
        assertEquals(
                "outer\n\nforwarded\n",
                text("Subject: outer\n"
                        + multipart(
                                "mixed", "Content-Type: message/rfc822\n\nSubject: inner\n" + PLAIN + "\nforwarded")));
        assertEquals("a diff\n", text(multipart("mixed", "Content-Type: text/x-patch\n\na diff")));
    }

    @Test
    void mailsWithoutTextAreReported() {
        assertEquals(Reason.NOT_TEXT, reason("Content-Type: image/png\n\nxx"));
        assertEquals(Reason.NOT_TEXT, reason(""));
    }

    @Test
    void brokenMimeIsReadUpToTheDamage() throws TextConversionException {
        assertEquals("text\n", text("Content-Type: multipart/mixed; boundary=b\n\n--b\n" + PLAIN + "\ntext\n"));
        assertEquals("s\n\ntext\n", text("Subject: s\nnot a field\n\ntext\n"));
        assertEquals("s\n\nno boundary\n", text("Subject: s\nContent-Type: multipart/mixed\n\nno boundary\n"));
    }

    @Test
    void nestedPartsAreLimited() throws TextConversionException {
        StringBuilder nested = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            nested.append("Content-Type: multipart/mixed; boundary=")
                    .append(i)
                    .append("\n\n--")
                    .append(i)
                    .append('\n');
        }
        assertEquals(Reason.INVALID, reason(nested + PLAIN + "\ntext\n"));
        assertEquals(
                Reason.INVALID, reason("Content-Type: multipart/mixed; boundary=b\n\n" + "--b\n\n".repeat(20_000)));
        String message = "Content-Type: message/rfc822\n\n".repeat(100_000);
        assertEquals(Reason.INVALID, reason(message + "\ntext\n"));
    }

    /** 256 KiB each take a fraction of a second; quadratic time would take minutes. */
    @Timeout(60)
    @Test
    void hostileMailsTakeLinearTime() {
        for (String over :
                "Subject: =?¦Subject: =?utf-8?q?¦A: b\n¦A¦A:\n ¦Content-Type: a; b=c; ¦\n--b\n¦\n--b¦=\n¦&lt;<b>"
                        .split("¦")) {
            String begin = over.startsWith("\n--")
                    ? "Content-Type: multipart/mixed; boundary=b\n\n"
                    : over.startsWith("=")
                            ? "Content-Transfer-Encoding: quoted-printable\n\n"
                            : over.startsWith("&") ? "Content-Type: text/html\n\n" : "";
            String mail =
                    begin + over + over.substring(over.indexOf(':') + 1).repeat((1 << 18) / over.length()) + "\n\nbody";
            try {
                assertTrue(text(mail).length() <= mail.length(), over);
            } catch (TextConversionException e) {
                assertFalse(e.getMessage().isEmpty());
            }
        }
    }
}
