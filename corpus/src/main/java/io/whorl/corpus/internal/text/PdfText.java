package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.internal.text.OfficeFormat.PageStarts;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.apache.fontbox.FontBoxFont;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSNumber;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.pdmodel.font.CIDFontMapping;
import org.apache.pdfbox.pdmodel.font.FontMapper;
import org.apache.pdfbox.pdmodel.font.FontMappers;
import org.apache.pdfbox.pdmodel.font.FontMapping;
import org.apache.pdfbox.pdmodel.font.PDCIDSystemInfo;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDFontDescriptor;
import org.apache.pdfbox.pdmodel.font.PDType3Font;
import org.apache.pdfbox.pdmodel.graphics.color.PDColor;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceGray;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;
import org.apache.pdfbox.util.Matrix;
import org.apache.pdfbox.util.Vector;

/**
 * Reads the text of a PDF by PDFBox, without what a reader does not see. Reads one document, on one thread.
 *
 * <pre>
 * operators ┬► letters ─► seen? ─► lines ─► {@link PdfParagraphs} ─► text
 *           └► painted areas ─┘ └► hidden text
 * </pre>
 *
 * <ol>
 *   <li>A letter is hidden if it has no ink, is white where nothing else was painted, tiny, or outside of the page.
 *   <li>If nearly all letters of a page have no ink, they are the text that was recognised on a scan, and are seen.
 *   <li>Pictures are not decoded. Other streams, operators, areas and characters have limits.
 * </ol>
 */
final class PdfText extends PDFTextStripper {
    /** A page has a layer of recognised text if its letters without ink are so many times those with ink. */
    private static final int LAYER = 4;

    private static final double TINY = 2;
    /** The least share of the full intensity of each colour that counts as white. */
    private static final double LEAST_WHITE = 0.95;

    private static final PDColor WHITE = new PDColor(new float[] {1}, PDDeviceGray.INSTANCE);
    private static final PDColor NOT_WHITE = new PDColor(new float[] {0}, PDDeviceGray.INSTANCE);
    /** Painted areas of a page that are kept. With more, white text is not called hidden. */
    private static final int MOST_AREAS = 2_000;

    private static final long MOST_OPERATORS = 50_000_000;
    /** The largest size of a stream that is not a picture, and its largest ratio to the document. */
    private static final long LEAST_STREAM = 64 << 20;

    private static final int EXPANSION = 100;
    private static final String IMAGE = "/Image";
    /** Bytes before a stream that say whether it is a picture. */
    private static final int DICTIONARY = 300;

    private static final String STREAM = "stream";
    /** The end of a line, and the first byte of zlib data. */
    private static final Pattern COMPRESSED = Pattern.compile("(?:\\r\\n?|\\n)(?=x)");

    static {
        // Otherwise, all fonts of the system would be read, and a file be written to the home directory.
        FontMappers.set(new OneFont());
    }

    private final PdfParagraphs paragraphs = new PdfParagraphs();
    private final ProseBuilder hidden = new ProseBuilder(PlacedText.of("", false));
    private final List<double[]> areas = new ArrayList<>();
    private final List<TextPosition> withoutInk = new ArrayList<>();
    private final long maxCharacters;
    private double[] path = nothing();
    private int components;
    private boolean unknownAreas;
    private boolean pictures;
    private int inked;
    private long characters;
    private long operators;
    private int page;
    private PDRectangle box = PDRectangle.A4;
    private Matrix glyph = new Matrix();
    private boolean drawnByProgram;

    private PdfText(int size) {
        maxCharacters = OfficeFormat.maxCharacters(size);
        setSuppressDuplicateOverlappingText(true);
        hidden.hide(true);
    }

    /**
     * Reads a document.
     *
     * @throws TextConversionException if it is damaged, has a password, or has no text that is language
     */
    static MappedText read(byte[] document) throws TextConversionException {
        PdfText text = new PdfText(document.length);
        try {
            refuseBombs(document);
            try (PDDocument pdf = Loader.loadPDF(document)) {
                text.writeText(pdf, Writer.nullWriter());
            }
        } catch (InvalidPasswordException e) {
            throw new TextConversionException(Reason.NO_READER, OfficeFormat.PASSWORD, e);
        } catch (IOException | IllegalArgumentException | ClassCastException e) {
            if (text.characters > text.maxCharacters) {
                throw OfficeFormat.tooLong(text.maxCharacters, e);
            }
            throw new TextConversionException(Reason.DAMAGED, "a damaged PDF: " + OfficeFormat.said(e), e);
        }
        PlacedText prose = text.paragraphs.build();
        if (prose.length() == 0) {
            throw new TextConversionException(
                    Reason.NO_READER, text.pictures ? OfficeFormat.PICTURES_ONLY : "a PDF without text");
        }
        Optional<String> problem = Legibility.problem(prose.text);
        if (problem.isPresent()) {
            throw new TextConversionException(Reason.NO_READER, "a PDF whose letters are scrambled: " + problem.get());
        }
        return new MappedText(
                prose.utf8(),
                Optional.empty(),
                text.paragraphs.pages.map(PageMap.Kind.PAGE, prose.text),
                text.hidden.hiddenText());
    }

    /** PDFBox decodes streams in memory. */
    private static void refuseBombs(byte[] document) throws IOException {
        long most = LEAST_STREAM + (long) EXPANSION * document.length;
        byte[] out = new byte[1 << 16];
        Inflater inflater = new Inflater();
        try {
            String bytes = OfficeFormat.latin1(document);
            Matcher begin = COMPRESSED.matcher(bytes);
            for (int at = bytes.indexOf(STREAM); at >= 0; at = bytes.indexOf(STREAM, at + 1)) {
                boolean picture =
                        bytes.substring(Math.max(0, at - DICTIONARY), at).contains(IMAGE);
                if (picture
                        || !begin.region(at + STREAM.length(), bytes.length()).lookingAt()) {
                    continue;
                }
                inflater.reset();
                inflater.setInput(document, begin.end(), document.length - begin.end());
                while (inflate(inflater, out)) {
                    if (inflater.getBytesWritten() > most) {
                        throw new IOException("a part of it expands to more than " + (most >> 20) + " MB");
                    }
                }
            }
        } finally {
            inflater.end();
        }
    }

    private static boolean inflate(Inflater inflater, byte[] out) {
        try {
            return inflater.inflate(out) > 0;
        } catch (DataFormatException e) {
            // Damaged, or no stream.
            return false;
        }
    }

    // ---- pages and letters ----

    @Override
    protected void startPage(PDPage current) {
        page++;
        box = current.getCropBox();
        areas.clear();
        withoutInk.clear();
        inked = 0;
        unknownAreas = false;
        path = nothing();
    }

    @Override
    protected void showGlyph(Matrix matrix, PDFont font, int code, Vector displacement) throws IOException {
        glyph = matrix;
        drawnByProgram = font instanceof PDType3Font;
        super.showGlyph(matrix, font, code, displacement);
    }

    @Override
    protected void processTextPosition(TextPosition text) {
        RenderingMode mode = getGraphicsState().getTextState().getRenderingMode();
        if (mode == RenderingMode.NEITHER || mode == RenderingMode.NEITHER_CLIP) {
            withoutInk.add(text);
        } else if (isUnseen(mode)) {
            hide(text);
        } else {
            inked++;
            super.processTextPosition(text);
        }
    }

    private void hide(TextPosition text) {
        hidden.text(String.valueOf(text.getUnicode()), 0, 0);
    }

    private boolean isUnseen(RenderingMode mode) {
        double x = glyph.getTranslateX();
        double y = glyph.getTranslateY();
        if (x > box.getUpperRightX() || y > box.getUpperRightY() || y < box.getLowerLeftY()) {
            return true;
        }
        double size = Math.max(Math.abs(glyph.getScalingFactorX()), Math.abs(glyph.getScalingFactorY()));
        if (!drawnByProgram && size <= TINY || x + size < box.getLowerLeftX()) {
            return true;
        }
        return isWhite()
                && mode == RenderingMode.FILL
                && !unknownAreas
                && areas.stream().noneMatch(area -> x >= area[0] && y >= area[1] && x <= area[2] && y <= area[3]);
    }

    @Override
    protected void writePage() throws IOException {
        if (withoutInk.size() > LAYER * (long) inked) {
            withoutInk.forEach(super::processTextPosition);
        } else {
            withoutInk.forEach(this::hide);
        }
        super.writePage();
        paragraphs.endLine();
    }

    @Override
    protected void writeString(String text, List<TextPosition> positions) throws IOException {
        characters += text.length();
        if (characters > maxCharacters) {
            throw new IOException("too much text");
        }
        paragraphs.add(page, text, positions);
    }

    @Override
    protected void writeWordSeparator() {
        paragraphs.space();
    }

    @Override
    protected void writeLineSeparator() {
        paragraphs.endLine();
    }

    // ---- what is painted ----

    @Override
    protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
        if (++operators > MOST_OPERATORS) {
            throw new IOException("it has more than " + MOST_OPERATORS + " drawing instructions");
        }
        if (!paint(operator.getName(), operands)) {
            super.processOperator(operator, operands);
        }
    }

    /** PDFBox saves and restores the graphics state, and with it the colour of what is filled. */
    private boolean isWhite() {
        return getGraphicsState().getNonStrokingColor() == WHITE;
    }

    private static double[] nothing() {
        return new double[] {
            Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY
        };
    }

    private void extend(double x, double y) {
        Matrix m = getGraphicsState().getCurrentTransformationMatrix();
        double deviceX = x * m.getScaleX() + y * m.getShearX() + m.getTranslateX();
        double deviceY = x * m.getShearY() + y * m.getScaleY() + m.getTranslateY();
        path[0] = Math.min(path[0], deviceX);
        path[1] = Math.min(path[1], deviceY);
        path[2] = Math.max(path[2], deviceX);
        path[3] = Math.max(path[3], deviceY);
    }

    private void addPath() {
        if (areas.size() == MOST_AREAS) {
            unknownAreas = true;
        } else {
            areas.add(path);
        }
        path = nothing();
    }

    private static double[] numbers(List<COSBase> operands) {
        return operands.stream()
                .filter(COSNumber.class::isInstance)
                .mapToDouble(number -> ((COSNumber) number).floatValue())
                .toArray();
    }

    /** Follows what is painted. Returns true for a picture, which is not decoded. */
    private boolean paint(String operator, List<COSBase> operands) {
        switch (operator) {
            case "g" -> colour(1, operands);
            case "rg" -> colour(3, operands);
            case "k" -> colour(4, operands);
            case "sc", "scn" -> colour(components, operands);
            case "cs" -> {
                components = operands.isEmpty() ? 0 : components(operands.get(0));
                getGraphicsState().setNonStrokingColor(NOT_WHITE);
            }
            case "re", "m", "l", "c", "v", "y" -> lengthenPath(operator.equals("re"), numbers(operands));
            case "f", "F", "f*", "B", "B*", "b", "b*" -> {
                if (!isWhite()) {
                    addPath();
                }
                path = nothing();
            }
            case "n", "S", "s" -> path = nothing();
            case "sh" -> {
                unknownAreas = true;
                path = nothing();
            }
            case "BI" -> addPicture();
            case "Do" -> {
                boolean picture = !operands.isEmpty()
                        && operands.get(0) instanceof COSName name
                        && getResources() != null
                        && getResources().isImageXObject(name);
                if (picture) {
                    addPicture();
                }
                return picture;
            }
            default -> {
                // Paints nothing.
            }
        }
        return false;
    }

    /** Sets the colour of what is filled. Other colour spaces than those of light and ink count as not white. */
    private void colour(int ofComponents, List<COSBase> operands) {
        components = ofComponents;
        double[] values = numbers(operands);
        boolean white = values.length == components && components > 0;
        for (double value : values) {
            white &= components == 4 ? value <= 1 - LEAST_WHITE : value >= LEAST_WHITE;
        }
        getGraphicsState().setNonStrokingColor(white ? WHITE : NOT_WHITE);
    }

    private int components(COSBase space) {
        COSBase named = space;
        if (space instanceof COSName && getResources() != null) {
            COSDictionary spaces = getResources().getCOSObject().getCOSDictionary(COSName.COLORSPACE);
            COSBase found = spaces == null ? null : spaces.getDictionaryObject((COSName) space);
            named = found == null ? space : found;
        }
        if (named instanceof COSArray array && array.size() > 1) {
            if (array.getObject(0).equals(COSName.ICCBASED) && array.getObject(1) instanceof COSStream profile) {
                return profile.getInt(COSName.N, 0);
            }
            named = array.getObject(0);
        }
        return COSName.DEVICEGRAY.equals(named) || COSName.CALGRAY.equals(named)
                ? 1
                : COSName.DEVICERGB.equals(named) || COSName.CALRGB.equals(named)
                        ? 3
                        : COSName.DEVICECMYK.equals(named) ? 4 : 0;
    }

    /** Lengthens the path, of which only the borders are kept. */
    private void lengthenPath(boolean rectangle, double[] values) {
        if (rectangle && values.length == 4) {
            extend(values[0], values[1]);
            extend(values[0] + values[2], values[1]);
            extend(values[0], values[1] + values[3]);
            extend(values[0] + values[2], values[1] + values[3]);
        } else {
            for (int i = 0; i + 1 < values.length; i += 2) {
                extend(values[i], values[i + 1]);
            }
        }
    }

    private void addPicture() {
        pictures = true;
        path = nothing();
        lengthenPath(true, new double[] {0, 0, 1, 1});
        addPath();
    }

    /** Gives all fonts that a document does not embed the widths of one font. Their characters are those of codes. */
    private static final class OneFont implements FontMapper {
        private static final String RESOURCE = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";
        private TrueTypeFont font;

        private synchronized TrueTypeFont font() {
            if (font == null) {
                try (InputStream in = PDFont.class.getResourceAsStream(RESOURCE)) {
                    font = new TTFParser().parse(new RandomAccessReadBuffer(in));
                } catch (IOException e) {
                    throw new IllegalStateException("PDFBox lacks its font; the jar is incomplete", e);
                }
            }
            return font;
        }

        @Override
        public FontMapping<TrueTypeFont> getTrueTypeFont(String name, PDFontDescriptor descriptor) {
            return new FontMapping<>(font(), true);
        }

        @Override
        public FontMapping<FontBoxFont> getFontBoxFont(String name, PDFontDescriptor descriptor) {
            return new FontMapping<>(font(), true);
        }

        @Override
        public CIDFontMapping getCIDFont(String name, PDFontDescriptor descriptor, PDCIDSystemInfo system) {
            return new CIDFontMapping(null, font(), true);
        }
    }

    /**
     * Makes paragraphs of the lines of a PDF. Lines are joined unless their distance, an indent, their size or a short
     * line shows that a paragraph ends. A word that is hyphenated at the end of a line becomes whole, by the words of
     * the document itself. Lines that are repeated at the top or at the bottom of pages, such as page numbers, are left
     * out.
     */
    static final class PdfParagraphs {
        /** A line is repeated if it is at this place of so many pages, and of half of them. */
        private static final int LEAST_REPEATED = 3;
        /** Lines at each end of a page that may be repeated. */
        private static final int MARGIN = 2;

        /** A distance of lines that is larger than the usual one by this factor separates paragraphs. */
        private static final double GAP = 1.35;

        /** The largest distance of lines of one paragraph, in sizes of a letter: two lines and a half. */
        private static final double MOST_PITCH = 2.5;

        private static final Pattern NUMBER = Pattern.compile("\\d+");
        private static final Pattern WORD =
                Pattern.compile("\\p{L}[\\p{L}\\p{M}'\u2019]*(?:[-\u2010]\\p{L}[\\p{L}\\p{M}'\u2019]*)*");
        private static final Pattern LAST_PART = Pattern.compile("(\\p{L}[\\p{L}\\p{M}'\u2019]*)([-\u2010\u00ad])$");
        private static final Pattern FIRST_PART = Pattern.compile("^\\p{Ll}[\\p{L}\\p{M}'\u2019]*");
        private static final Pattern ITEM =
                Pattern.compile("^(?:[\u2022\u25aa\u25cf\u2013*-]\\s|\\(?\\d{1,3}[.)]\\s|\\[\\d{1,3}\\]\\s).*");
        private static final Pattern SENTENCE_END =
                Pattern.compile(".*[.!?:;\u3002\uff01\uff1f][\"'\u201d\u2019\u00bb)\\]]*$");
        private static final Set<UnicodeScript> WITHOUT_SPACES = Set.of(
                UnicodeScript.HAN,
                UnicodeScript.HIRAGANA,
                UnicodeScript.KATAKANA,
                UnicodeScript.THAI,
                UnicodeScript.KHMER,
                UnicodeScript.LAO,
                UnicodeScript.MYANMAR);

        /** As in "pre- and postwar". */
        private static final Set<String> CONJUNCTIONS =
                Set.of("and", "or", "to", "und", "oder", "bis", "et", "ou", "y", "o");

        private final List<Line> lines = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private final ProseBuilder out = new ProseBuilder(PlacedText.of("", false));
        private final PageStarts pages = new PageStarts();
        private int page;
        private double left;
        private double right;
        private double bottom;
        private double size;

        /** A line, with its borders in points from the top left corner of its page. */
        private record Line(int page, String text, double left, double right, double bottom, double size) {}

        void add(int ofPage, String part, List<TextPosition> positions) {
            if (text.length() == 0) {
                page = ofPage;
                left = Double.POSITIVE_INFINITY;
                right = 0;
                size = 0;
            }
            for (TextPosition position : positions) {
                left = Math.min(left, position.getXDirAdj());
                right = Math.max(right, position.getXDirAdj() + position.getWidthDirAdj());
                size = Math.max(size, position.getFontSizeInPt());
                bottom = position.getYDirAdj();
            }
            text.append(part);
        }

        void space() {
            text.append(' ');
        }

        void endLine() {
            String line = text.toString().strip();
            if (!line.isEmpty()) {
                lines.add(new Line(page, line, left, right, bottom, size));
            }
            text.setLength(0);
        }

        /** Returns all paragraphs. Called once. */
        PlacedText build() {
            List<Line> kept = withoutRepeated();
            Words words = new Words(kept);
            double pitch = pitch(kept);
            for (int i = 0; i < kept.size(); i++) {
                Line line = kept.get(i);
                pages.add(out.length(), line.page());
                if (i + 1 < kept.size() && joins(line, kept.get(i + 1), pitch)) {
                    out.text(words.before(line.text(), kept.get(i + 1).text()), 0, 0);
                } else {
                    out.text(line.text(), 0, 0);
                    out.paragraph();
                }
            }
            return out.build();
        }

        // ---- what is repeated ----

        private List<Line> withoutRepeated() {
            Map<Integer, List<Line>> byPage = lines.stream().collect(Collectors.groupingBy(Line::page));
            Map<Line, String> margins = new IdentityHashMap<>();
            Map<String, Set<Integer>> places = new HashMap<>();
            byPage.forEach((ofPage, all) -> {
                double[] bottoms = all.stream()
                        .mapToDouble(Line::bottom)
                        .sorted()
                        .distinct()
                        .toArray();
                for (Line line : all) {
                    int at = Arrays.binarySearch(bottoms, line.bottom());
                    if (at < MARGIN || at >= bottoms.length - MARGIN) {
                        String end = at < MARGIN ? "top " : "end ";
                        String key = end + NUMBER.matcher(line.text()).replaceAll("#");
                        margins.put(line, key);
                        places.computeIfAbsent(key, k -> new HashSet<>()).add(ofPage);
                    }
                }
            });
            int repeated = Math.max(LEAST_REPEATED, (byPage.size() + 1) / 2);
            return lines.stream()
                    .filter(line -> !margins.containsKey(line)
                            || places.get(margins.get(line)).size() < repeated)
                    .toList();
        }

        // ---- paragraphs ----

        private static double pitch(List<Line> lines) {
            double[] gaps = IntStream.range(1, lines.size())
                    .filter(i -> lines.get(i).page() == lines.get(i - 1).page())
                    .mapToDouble(i -> lines.get(i).bottom() - lines.get(i - 1).bottom())
                    .filter(gap -> gap > 0)
                    .sorted()
                    .toArray();
            return gaps.length == 0 ? 0 : gaps[gaps.length / 2];
        }

        private static boolean joins(Line a, Line b, double pitch) {
            boolean goesOn = FIRST_PART.matcher(b.text()).find();
            double gap = b.bottom() - a.bottom();
            if (a.page() != b.page() || gap <= 0) {
                // The next page or column.
                return goesOn && !SENTENCE_END.matcher(a.text()).matches();
            }
            double letter = Math.max(1, a.size());
            if (Math.abs(a.size() - b.size()) > 1 || gap > GAP * Math.min(pitch, MOST_PITCH * letter)) {
                return false;
            }
            boolean indented = b.left() > a.left() + letter && b.left() < a.left() + 6 * letter;
            if (ITEM.matcher(b.text()).matches() || indented && !goesOn) {
                return false;
            }
            return goesOn || !SENTENCE_END.matcher(a.text()).matches() || a.right() > b.right() - 4 * letter;
        }

        private static boolean needsSpace(String a, String b) {
            return !WITHOUT_SPACES.contains(UnicodeScript.of(a.codePointBefore(a.length())))
                    || !WITHOUT_SPACES.contains(UnicodeScript.of(b.codePointAt(0)));
        }

        /** The words of the document, which tell how a hyphenated word is written. */
        private static final class Words {
            private final Set<String> known = new HashSet<>();

            Words(List<Line> lines) {
                for (Line line : lines) {
                    Matcher word = WORD.matcher(line.text());
                    while (word.find()) {
                        // A part of a hyphenated word is no word.
                        if (word.end() + 1 != line.text().length()
                                || !isHyphen(line.text().charAt(word.end()))) {
                            known.add(word.group().toLowerCase(Locale.ROOT));
                        }
                    }
                }
            }

            private static boolean isHyphen(char c) {
                return c == '-' || c == '\u2010' || c == '\u00ad';
            }

            /**
             * Returns a line as it is written before the next one, with or without its hyphen and a space. A word that
             * the document has as a whole, and one of which a part is no word of the document, loses the hyphen. Others
             * are compounds.
             */
            String before(String line, String next) {
                Matcher last = LAST_PART.matcher(line);
                Matcher first = FIRST_PART.matcher(next);
                if (!last.find() || !first.find() || CONJUNCTIONS.contains(first.group())) {
                    return needsSpace(line, next) ? line + " " : line;
                }
                String a = last.group(1).toLowerCase(Locale.ROOT);
                String b = first.group();
                boolean whole = known.contains(a + b)
                        || last.group(2).equals("\u00ad")
                        || !known.contains(a + "-" + b) && !(known.contains(a) && known.contains(b));
                return whole ? line.substring(0, line.length() - 1) : line;
            }
        }
    }
}
