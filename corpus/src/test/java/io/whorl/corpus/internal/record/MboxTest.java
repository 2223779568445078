package io.whorl.corpus.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.internal.io.MailHeader;
import io.whorl.corpus.internal.record.ReadParts.EndlessStream;
import io.whorl.corpus.internal.record.ReadParts.FailingStream;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MboxTest {
    private static final MboxFormat FORMAT = new MboxFormat();

    private static ReadParts read(int maxDocument, String box) {
        return ReadParts.of(
                FORMAT,
                ReadParts.maxDocument(maxDocument),
                new ByteArrayInputStream(box.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void mailboxesAreRecognisedByTheirEnvelope() {
        assertTrue(FORMAT.recognises(ReadParts.head("From a@b Thu Jan  1 00:00:00 1970\nSubject: x\n")));
        assertTrue(FORMAT.recognises(ReadParts.head("From a@b Thu Jan  1 00:00:00 1970\n>From c@d\nSubject: x\n")));
        assertFalse(FORMAT.recognises(ReadParts.head("From the beginning,\nall was well.\n")));
        assertFalse(FORMAT.recognises(ReadParts.head("From: a@b\nSubject: x\n")));
        assertFalse(FORMAT.recognises(ReadParts.head("From a@b Thu Jan  1 00:00:00 1970\n")));
        assertFalse(FORMAT.recognises(ReadParts.head("From a\n" + "x".repeat(80) + ":")));
    }

    @Test
    void mailsAreSplitAtEnvelopes() {
        ReadParts all = ReadParts.of(
                FORMAT,
                "From a 1\nMessage-ID: <1@a>\nSubject: s\n\nbody\n\n"
                        + "From b 2\r\n>From quoted\r\nmessage-id:\r\n <2@b>\r\n\r\nFrom"
                        + " within\r\n\r\nFrom: alone\r\n\r\n"
                        + "From c 3\nSubject: t\n\nMessage-ID: <not@header>\n\nFrom the text, which\ngoes"
                        + " on\n\n>From one\n>>From two\n> From\n");
        assertEquals(List.of("1@a", "2@b", "dump:3"), all.ids());
        assertEquals("Message-ID: <1@a>\nSubject: s\n\nbody\n\n", all.texts().get(0));
        assertEquals(
                "message-id:\r\n <2@b>\r\n\r\nFrom within\r\n\r\nFrom: alone\r\n\r\n",
                all.texts().get(1));
        assertTrue(all.texts().get(2).endsWith("From the text, which\ngoes on\n\nFrom one\n>From two\n> From\n"));
        assertEquals("dump:7", all.parts().get(1).place());
        assertEquals("message/rfc822", all.parts().get(0).mediaType());
    }

    @Test
    void overlongIdsAreIgnored() {
        assertEquals(
                "",
                MailHeader.id("Message-ID: \n\n".getBytes(StandardCharsets.UTF_8))
                        .orElse(""));
        assertEquals(
                "",
                MailHeader.id(("Message-ID: <" + "x".repeat(2000) + ">\n").getBytes(StandardCharsets.UTF_8))
                        .orElse(""));
        assertEquals(
                "a",
                MailHeader.id("X: y\r\nMESSAGE-id:a\r\n\r\n".getBytes(StandardCharsets.UTF_8))
                        .orElse(""));
        assertEquals(
                "",
                MailHeader.id("\nMessage-ID: <a>\n".getBytes(StandardCharsets.UTF_8))
                        .orElse(""));
    }

    @Test
    void largeMailsAreSkipped() {
        String box = "From a\nA: b\n\n" + "x".repeat(200_000) + "\n\nFrom b\nA: b\n\nshort\n\nFrom c\nA: b\n\n"
                + "y\n".repeat(99);
        ReadParts all = read(100, box);
        assertEquals(List.of("A: b\n\nshort\n\n"), all.texts());
        assertEquals(Map.of(Reason.TOO_LARGE, 2L), all.reasons());
    }

    @Test
    void endlessRecordsNeedBoundedMemory() {
        for (String over : List.of("x", "\n", ">", "From ", "x\n\nFrom ")) {
            ReadParts all = ReadParts.of(
                    FORMAT, ReadParts.maxDocument(1000), new EndlessStream("From a\nA: b\n\n", over, 1L << 23));
            assertEquals(List.of(), all.parts());
            assertEquals(Map.of(Reason.TOO_LARGE, 1L), all.reasons(), over);
        }
    }

    @Test
    void mailsBeforeAnErrorAreDelivered() {
        byte[] box =
                "From a\nA: b\n\none\n\nFrom b\nA: b\n\ntwo\n\nFrom c\nA: b\n\nthr".getBytes(StandardCharsets.UTF_8);
        ReadParts all = ReadParts.of(FORMAT, FormatOptions.DEFAULT, new FailingStream(box, box.length));
        assertEquals(List.of("A: b\n\none\n\n", "A: b\n\ntwo\n\n"), all.texts());
        assertEquals("cut", all.damage().orElseThrow().getMessage());
    }

    /** Mails that were quoted in the mboxrd format are read unchanged, wherever their lines are in the buffer. */
    @Property(tries = 200)
    void quotedMailsRoundTrip(@ForAll @Size(min = 1, max = 30) List<@IntRange(min = 0, max = 6) Integer> shapes) {
        List<String> mails = new ArrayList<>();
        StringBuilder box = new StringBuilder();
        for (int i = 0; i < shapes.size(); i++) {
            String body =
                    switch (shapes.get(i)) {
                        case 0 -> "From us\nSubject: no\n\n";
                        case 1 -> "x".repeat(70_000 + i) + "\n\nFrom me\n";
                        case 2 -> "line\n".repeat(13_000 + i);
                        case 3 -> ">>From you\n\n\n\n";
                        case 4 -> "\r\n\r\nFrom you\r\nA: b\r\n";
                        case 5 -> "";
                        default -> "no line end at the end of " + i;
                    };
            String mail = "Message-ID: <" + i + ">\n\n" + body + "\n\n";
            mails.add(mail);
            box.append("From sender\n").append(mail.replaceAll("(?m)^(>*From )", ">$1"));
        }
        ReadParts all = ReadParts.of(
                FORMAT,
                FormatOptions.DEFAULT,
                new ByteArrayInputStream(box.toString().getBytes(StandardCharsets.UTF_8)));
        assertEquals(mails, all.texts());
    }
}
