package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.apache.fontbox.FontBoxFont;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.contentstream.operator.DrawObject;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.contentstream.operator.OperatorProcessor;
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
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;
import org.apache.pdfbox.util.Matrix;
import org.apache.pdfbox.util.Vector;

/**
 * Reads the lines of a PDF by PDFBox, and leaves out what a reader does not see: letters without ink, in white where
 * nothing else was painted, in a tiny size, or outside of the page. {@link PdfParagraphs} joins the lines. Reads one
 * document.
 */
final class PdfText extends PDFTextStripper {
    /** A page has a layer of recognised text if its letters without ink are so many times those with ink. */
    private static final int LAYER = 4;

    private static final double TINY = 2;
    /** Of the largest intensity. */
    private static final double WHITE = 0.95;
    /** Painted areas of a page that are kept. With more, white text is not called hidden. */
    private static final int MOST_AREAS = 2_000;

    private static final long MOST_OPERATORS = 50_000_000;
    /** The largest size of a stream that is not a picture, and its largest ratio to the document. */
    private static final long LEAST_STREAM = 64 << 20;

    private static final int EXPANSION = 100;
    private static final byte ZLIB = 0x78;
    private static final String IMAGE = "/Image";
    /** Bytes before a stream that say whether it is a picture. */
    private static final int DICTIONARY = 300;

    private static final byte[] STREAM = "stream".getBytes(StandardCharsets.US_ASCII);

    static {
        // Otherwise, all fonts of the system would be read, and a file be written to the home directory.
        FontMappers.set(new OneFont());
    }

    private final PdfParagraphs paragraphs = new PdfParagraphs();
    private final ProseBuilder hidden = new ProseBuilder(PlacedText.of("", false));
    private final Deque<Boolean> whites = new ArrayDeque<>();
    private final List<double[]> areas = new ArrayList<>();
    private final List<TextPosition> withoutInk = new ArrayList<>();
    private final long maxCharacters;
    private double[] path = nothing();
    private int components;
    private boolean white;
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
        addOperator(new Paint("g", 1));
        addOperator(new Paint("rg", 3));
        addOperator(new Paint("k", 4));
        addOperator(new Paint("cs", 0));
        addOperator(new Paint("sc", 0));
        addOperator(new Paint("scn", 0));
        for (String name : List.of("re", "m", "l", "c", "v", "y")) {
            addOperator(new Path(name));
        }
        for (String name : List.of("f", "F", "f*", "B", "B*", "b", "b*", "n", "S", "s", "sh", "BI")) {
            addOperator(new Fill(name));
        }
        addOperator(new Picture());
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
                prose.utf8(), Optional.empty(), text.paragraphs.pages(prose.text), text.hidden.hiddenText());
    }

    /** PDFBox decodes streams in memory. A picture may be large; it is not decoded. */
    private static void refuseBombs(byte[] document) throws IOException {
        long most = LEAST_STREAM + (long) EXPANSION * document.length;
        byte[] out = new byte[1 << 16];
        Inflater inflater = new Inflater();
        try {
            for (int at = OfficeFormat.find(document, STREAM, 0);
                    at >= 0;
                    at = OfficeFormat.find(document, STREAM, at + 1)) {
                int from = at + STREAM.length;
                from += from < document.length && document[from] == '\r' ? 1 : 0;
                from += from < document.length && document[from] == '\n' ? 1 : 0;
                int dictionary = Math.max(0, at - DICTIONARY);
                boolean picture =
                        new String(document, dictionary, at - dictionary, StandardCharsets.ISO_8859_1).contains(IMAGE);
                if (from == at + STREAM.length || from >= document.length || document[from] != ZLIB || picture) {
                    continue;
                }
                inflater.reset();
                inflater.setInput(document, from, document.length - from);
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
        whites.clear();
        inked = 0;
        white = false;
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
        return white
                && mode == RenderingMode.FILL
                && !unknownAreas
                && areas.stream().noneMatch(area -> x >= area[0] && y >= area[1] && x <= area[2] && y <= area[3]);
    }

    @Override
    protected void writePage() throws IOException {
        if (withoutInk.size() > LAYER * (long) inked) {
            // The text that was recognised on a scan.
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
        super.processOperator(operator, operands);
    }

    @Override
    public void saveGraphicsState() {
        whites.push(white);
        super.saveGraphicsState();
    }

    @Override
    public void restoreGraphicsState() {
        super.restoreGraphicsState();
        white = !whites.isEmpty() && whites.pop();
    }

    @Override
    public void showForm(PDFormXObject form) throws IOException {
        boolean before = white;
        super.showForm(form);
        white = before;
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

    /** Sets the colour of what is filled. Other colour spaces than those of light and ink count as not white. */
    private final class Paint extends OperatorProcessor {
        private final String name;
        private final int implied;

        Paint(String name, int implied) {
            super(PdfText.this);
            this.name = name;
            this.implied = implied;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public void process(Operator operator, List<COSBase> operands) {
            if (name.equals("cs")) {
                components = operands.isEmpty() ? 0 : components(operands.get(0));
                white = false;
                return;
            }
            components = implied > 0 ? implied : components;
            double[] values = numbers(operands);
            white = values.length == components && components > 0;
            for (double value : values) {
                white &= components == 4 ? value <= 1 - WHITE : value >= WHITE;
            }
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
    }

    /** Lengthens the path, of which only the borders are kept. */
    private final class Path extends OperatorProcessor {
        private final String name;

        Path(String name) {
            super(PdfText.this);
            this.name = name;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public void process(Operator operator, List<COSBase> operands) {
            double[] values = numbers(operands);
            if (name.equals("re") && values.length == 4) {
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
    }

    /** Ends the path, and keeps its area if it is filled. */
    private final class Fill extends OperatorProcessor {
        private final String name;

        Fill(String name) {
            super(PdfText.this);
            this.name = name;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public void process(Operator operator, List<COSBase> operands) {
            if (name.equals("sh") || name.equals("BI")) {
                unknownAreas |= name.equals("sh");
                if (name.equals("BI")) {
                    pictures = true;
                    unit();
                }
            } else if (!white && !name.equalsIgnoreCase("s") && !name.equals("n")) {
                addPath();
            }
            path = nothing();
        }
    }

    /** The area of a picture. */
    private void unit() {
        path = nothing();
        extend(0, 0);
        extend(1, 0);
        extend(0, 1);
        extend(1, 1);
        addPath();
    }

    /** Notes the areas of pictures, and goes into forms. */
    private final class Picture extends OperatorProcessor {
        private final DrawObject forms = new DrawObject(PdfText.this);

        Picture() {
            super(PdfText.this);
        }

        @Override
        public String getName() {
            return "Do";
        }

        @Override
        public void process(Operator operator, List<COSBase> operands) throws IOException {
            if (!operands.isEmpty()
                    && operands.get(0) instanceof COSName name
                    && getResources() != null
                    && getResources().isImageXObject(name)) {
                pictures = true;
                unit();
            } else {
                forms.process(operator, operands);
            }
        }
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
}
