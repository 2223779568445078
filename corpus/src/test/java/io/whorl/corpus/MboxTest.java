package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.EndlessStream;
import io.whorl.corpus.ReadAll.FailingStream;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped.Reason;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MboxTest {
    private static ReadAll read(int maxDocument, String box) {
        return ReadAll.dump(
                FormatOptions.DEFAULT.maxDocument(maxDocument),
                new ByteArrayInputStream(box.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void mailboxesAreRecognisedByTheirEnvelope() {
        assertTrue(ReadAll.isDump("From a@b Thu Jan  1 00:00:00 1970\nSubject: x\n"));
        assertTrue(ReadAll.isDump("From a@b Thu Jan  1 00:00:00 1970\n>From c@d\nSubject: x\n"));
        assertFalse(ReadAll.isDump("From the beginning,\nall was well.\n"));
        assertFalse(ReadAll.isDump("From: a@b\nSubject: x\n"));
        assertFalse(ReadAll.isDump("From a@b Thu Jan  1 00:00:00 1970\n"));
        assertFalse(ReadAll.isDump("From a\n" + "x".repeat(80) + ":"));
    }

    @Test
    void mailsAreSplitAtEnvelopes() {
        String box = "From a 1\nMessage-ID: <1@a>\nSubject: s\n\nbody\n\n"
                + "From b 2\r\n>From quoted\r\nmessage-id:\r\n <2@b>\r\n\r\nFrom"
                + " within\r\n\r\nFrom: alone\r\n\r\n"
                + "From c 3\nSubject: t\n\nMessage-ID: <not@header>\n\nFrom the text, which\ngoes"
                + " on\n\n>From one\n>>From two\n> From\n";
        ReadAll all = ReadAll.dump(box);
        assertEquals(List.of("1@a", "2@b", "dump:3"), all.ids());
        assertEquals("Message-ID: <1@a>\nSubject: s\n\nbody\n\n", all.texts().get(0));
        assertEquals(
                "message-id:\r\n <2@b>\r\n\r\nFrom within\r\n\r\nFrom: alone\r\n\r\n",
                all.texts().get(1));
        assertTrue(all.texts().get(2).endsWith("From the text, which\ngoes on\n\nFrom one\n>From two\n> From\n"));
        assertEquals("dump:7", all.documents().get(1).place());
        assertEquals("s\n\nbody\n", ReadAll.converted(box).texts().get(0));
    }

    @ParameterizedTest
    @CsvSource({"'Message-ID: ~A: b', dump:1", "'A: b~MESSAGE-id:a', a", "'A: b~~Message-ID: <a>', dump:1"})
    void emptyIdsAndThoseAfterTheHeaderAreIgnored(String mail, String id) {
        assertEquals(
                List.of(id),
                ReadAll.dump("From a~".concat(mail).replace('~', '\n')).ids());
    }

    @Test
    void overlongIdsAreIgnored() {
        assertEquals(
                List.of("dump:1"),
                ReadAll.dump("From a\nMessage-ID: <" + "x".repeat(2_000) + ">\n\n")
                        .ids());
    }

    @Test
    void largeMailsAreSkipped() {
        String box = "From a\nA: b\n\n" + "x".repeat(200_000) + "\n\nFrom b\nA: b\n\nshort\n\nFrom c\nA: b\n\n"
                + "y\n".repeat(99);
        ReadAll all = read(100, box);
        assertEquals(List.of("A: b\n\nshort\n\n"), all.texts());
        assertEquals(Map.of(Reason.TOO_LARGE, 2L), all.counts());
    }

    @Test
    void endlessRecordsNeedBoundedMemory() {
        for (String over : List.of("x", "\n", ">", "From ", "x\n\nFrom ")) {
            ReadAll all = ReadAll.dump(
                    FormatOptions.DEFAULT.maxDocument(1000), new EndlessStream("From a\nA: b\n\n", over, 1L << 23));
            assertEquals(List.of(), all.documents());
            assertEquals(Map.of(Reason.TOO_LARGE, 1L), all.counts(), over);
        }
    }

    @Test
    void mailsBeforeAnErrorAreDelivered() {
        byte[] box =
                "From a\nA: b\n\none\n\nFrom b\nA: b\n\ntwo\n\nFrom c\nA: b\n\nthr".getBytes(StandardCharsets.UTF_8);
        ReadAll all = ReadAll.dump(FormatOptions.DEFAULT, new FailingStream(box, box.length));
        assertEquals(List.of("A: b\n\none\n\n", "A: b\n\ntwo\n\n"), all.texts());
        assertEquals("EOFException: cut", all.damage().orElseThrow());
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
        ReadAll all = ReadAll.dump(
                FormatOptions.DEFAULT, new ByteArrayInputStream(box.toString().getBytes(StandardCharsets.UTF_8)));
        assertEquals(mails, all.texts());
    }
}
