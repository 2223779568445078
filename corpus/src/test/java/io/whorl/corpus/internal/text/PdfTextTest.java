package io.whorl.corpus.internal.text;

import static io.whorl.corpus.internal.text.TextOf.officeFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.HiddenText;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.PageMap.Pages;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PdfTextTest {
    private static final String SEEN = "The keeper of the lighthouse writes down each ship that passes at night";

    /** The reader sets the fonts of PDFBox, which would read those of the system otherwise. */
    @BeforeAll
    static void setFonts() throws ClassNotFoundException {
        Class.forName(PdfText.class.getName());
    }

    /** Draws on a page. */
    private interface Drawing {
        void draw(PDPageContentStream page, PDDocument document) throws IOException;
    }

    private static byte[] pdf(Drawing... pages) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PDDocument document = document(pages)) {
            document.save(bytes);
        }
        return bytes.toByteArray();
    }

    private static PDDocument document(Drawing... pages) throws IOException {
        PDDocument document = new PDDocument();
        for (Drawing drawing : pages) {
            PDPage page = new PDPage();
            document.addPage(page);
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                drawing.draw(content, document);
            }
        }
        return document;
    }

    private static void text(PDPageContentStream page, float x, float y, float size, String text) throws IOException {
        page.beginText();
        page.setFont(new PDType1Font(FontName.HELVETICA), size);
        page.newLineAtOffset(x, y);
        page.showText(text);
        page.endText();
    }

    /** Lines of text from the top, 14 points apart. */
    private static Drawing lines(String... lines) {
        return (page, document) -> {
            float y = 700;
            for (String line : lines) {
                if (!line.isEmpty()) {
                    text(page, 72, y, 11, line);
                }
                y -= 14;
            }
        };
    }

    private static MappedText read(byte[] document) throws TextConversionException {
        return new OfficeFormat().mappedText(document, TextOf.head("a.pdf", "", document));
    }

    private static String string(MappedText text) {
        return new String(text.utf8(), StandardCharsets.UTF_8);
    }

    @Test
    void linesBecomeParagraphsAndHyphenatedWordsWhole() throws Exception {
        byte[] document = pdf(lines(
                "The title of the essay",
                "",
                "The keeper of the lighthouse writes down each ship that passes at night; the light-",
                "house stands alone. He is a well-known man, and nobody knows how many of his infor-",
                "mation is right. A well-",
                "known fact of the pre- and the post-war years is that this line is a long one, so",
                "",
                "Another paragraph begins here, and it has two lines of which the first one is long",
                "and the second one is short.",
                "A sentence that begins a line after a short line is a new paragraph for a reader."));
        assertEquals(
                "The title of the essay\n\nThe keeper of the lighthouse writes down each ship that passes at night; the"
                        + " lighthouse stands alone. He is a well-known man, and nobody knows how many of his"
                        + " information is right. A well-known fact of the pre- and the post-war years is that this"
                        + " line is a long one, so\n\nAnother paragraph begins here, and it has two lines of which the"
                        + " first one is long and the second one is short.\n\nA sentence that begins a line after a"
                        + " short line is a new paragraph for a reader.",
                string(read(document)));
    }

    @Test
    void pagesAreKnownAndWhatIsRepeatedOnThemIsLeftOut() throws Exception {
        Drawing[] pages = new Drawing[4];
        List<String> words =
                List.of("first page of words", "second leaf of text", "third sheet of this", "last one here");
        for (int i = 0; i < pages.length; i++) {
            int number = i;
            pages[i] = (page, document) -> {
                text(page, 72, 760, 9, "An essay by Anna");
                text(page, 72, 700, 11, "This is the " + words.get(number) + " and it goes on to the");
                text(page, 72, 686, 11, "next line of the page and then on the following page the");
                text(page, 300, 40, 9, "Page " + (number + 1) + " of 4");
            };
        }
        MappedText text = read(pdf(pages));
        assertTrue(!string(text).contains("Anna") && !string(text).contains("of 4"), string(text));
        for (int i = 0; i < pages.length; i++) {
            int at = string(text).indexOf(words.get(i));
            Pages found = text.pages().pages(at, at + 5).orElseThrow();
            assertEquals(i + 1, found.first());
            assertEquals(i + 1, found.last());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ink", "white", "white-cmyk", "tiny", "outside", "scaled"})
    void whatAReaderDoesNotSeeIsLeftOutAndCounted(String how) throws Exception {
        byte[] document = pdf((page, pdf) -> {
            text(page, 72, 700, 11, SEEN);
            page.saveGraphicsState();
            switch (how) {
                case "ink" -> page.setRenderingMode(RenderingMode.NEITHER);
                case "white" -> page.setNonStrokingColor(0.99f, 1f, 1f);
                case "white-cmyk" -> page.setNonStrokingColor(0f, 0f, 0f, 0f);
                case "scaled" -> page.transform(org.apache.pdfbox.util.Matrix.getScaleInstance(0.1f, 0.1f));
                default -> {
                    // By size or place.
                }
            }
            text(page, how.equals("outside") ? 900 : 72, 600, how.equals("tiny") ? 1 : 11, "not seen");
            page.restoreGraphicsState();
            text(page, 72, 580, 11, "And again");
        });
        MappedText text = read(document);
        assertEquals(SEEN + "\n\nAnd again", string(text));
        assertEquals(7, text.hidden().characters());
        assertEquals("notseen", text.hidden().excerpt().replace(" ", ""));
    }

    @Test
    void whiteLettersOnSomethingPaintedAreSeen() throws Exception {
        byte[] document = pdf((page, pdf) -> {
            text(page, 72, 700, 11, SEEN);
            page.setNonStrokingColor(0f, 0f, 0.5f);
            page.addRect(60, 590, 300, 30);
            page.fill();
            page.setNonStrokingColor(1f);
            text(page, 72, 600, 11, "White on blue");
        });
        assertTrue(string(read(document)).endsWith("White on blue"));
        assertEquals(HiddenText.NONE, read(document).hidden());
        byte[] picture = pdf((page, pdf) -> {
            text(page, 72, 700, 11, SEEN);
            page.drawImage(
                    LosslessFactory.createFromImage(pdf, new java.awt.image.BufferedImage(9, 9, 1)), 60, 590, 300, 30);
            page.setNonStrokingColor(1f);
            text(page, 72, 600, 11, "White on a picture");
        });
        assertTrue(string(read(picture)).endsWith("White on a picture"));
    }

    @Test
    void theRecognisedTextOfAScanIsRead() throws Exception {
        byte[] document = pdf((page, pdf) -> {
            page.drawImage(
                    LosslessFactory.createFromImage(pdf, new java.awt.image.BufferedImage(9, 9, 1)), 0, 0, 600, 800);
            page.setRenderingMode(RenderingMode.NEITHER);
            text(page, 72, 700, 11, SEEN);
        });
        assertEquals(SEEN, string(read(document)));
        assertEquals(HiddenText.NONE, read(document).hidden());
    }

    // ---- documents without text, and hostile ones ----

    @Test
    void whyADocumentCannotBeReadIsSaidInPlainWords() throws Exception {
        officeFails(
                Reason.NO_READER,
                "pictures of text only",
                pdf((page, pdf) -> page.drawImage(
                        LosslessFactory.createFromImage(pdf, new java.awt.image.BufferedImage(9, 9, 1)), 0, 0)),
                "a.pdf");
        officeFails(Reason.NO_READER, "a PDF without text", pdf((page, pdf) -> {}), "a.pdf");
        StringBuilder scrambled = new StringBuilder();
        SEEN.chars().forEach(c -> scrambled.append((char) (c > ' ' ? c + 1 : c)));
        officeFails(
                Reason.NO_READER,
                "letters are scrambled",
                pdf(lines(scrambled.toString(), scrambled.toString())),
                "a.pdf");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PDDocument document = document(lines(SEEN))) {
            document.protect(new StandardProtectionPolicy("owner", "user", new AccessPermission()));
            document.save(bytes);
        }
        officeFails(Reason.NO_READER, "protected by a password", bytes.toByteArray(), "a.pdf");
        officeFails(Reason.DAMAGED, "damaged", "%PDF-1.7\n%%EOF\n".getBytes(StandardCharsets.US_ASCII), "a.pdf");
    }

    /** A password that only forbids changes is none. */
    @Test
    void aDocumentThatAnyoneMayOpenIsRead() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PDDocument document = document(lines(SEEN))) {
            document.protect(new StandardProtectionPolicy("owner", "", new AccessPermission()));
            document.save(bytes);
        }
        assertEquals(SEEN, string(read(bytes.toByteArray())));
    }

    @Test
    void aPdfThatIsCutOffIsDamaged() throws Exception {
        byte[] whole = pdf(lines(SEEN), lines(SEEN));
        for (int end = 9; end < whole.length - 40; end += 53) {
            officeFails(Reason.DAMAGED, "cut off", Arrays.copyOf(whole, end), "a.pdf");
        }
    }

    @Test
    void aBombIsRefused() throws Exception {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        bomb.write("%PDF-1.7\n1 0 obj\n<< /Filter /FlateDecode >>\nstream\n".getBytes(StandardCharsets.US_ASCII));
        try (DeflaterOutputStream out = new DeflaterOutputStream(bomb)) {
            byte[] blanks = new byte[1 << 20];
            for (int i = 0; i < 200; i++) {
                out.write(blanks);
            }
        }
        bomb.write("\nendstream\nendobj\nstartxref\n0\n%%EOF\n".getBytes(StandardCharsets.US_ASCII));
        officeFails(Reason.DAMAGED, "expands", bomb.toByteArray(), "a.pdf");
    }
}
