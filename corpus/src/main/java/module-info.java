/**
 * Readers of corpora: the package {@code io.whorl.corpus} for callers, {@code io.whorl.corpus.format} for new formats.
 */
@SuppressWarnings("requires-automatic")
module io.whorl.corpus {
    requires com.fasterxml.jackson.core;
    requires com.github.luben.zstd_jni;
    requires de.siegmar.fastcsv;
    // PDFBox needs it, and does not say so.
    requires java.desktop;
    requires java.xml;
    requires org.agrona;
    requires org.apache.fontbox;
    requires org.apache.pdfbox;
    requires org.apache.pdfbox.io;
    requires org.apache.commons.compress;
    requires org.apache.commons.io;
    requires org.commonmark;
    requires org.jsoup;
    requires org.tukaani.xz;

    exports io.whorl.corpus;
    exports io.whorl.corpus.format;

    uses io.whorl.corpus.format.FormatProvider;
}
