package io.whorl.corpus.record;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatProvider;
import java.util.List;

/** The dumps of records that are read without anything further. */
public final class RecordFormats implements FormatProvider {
    @Override
    public List<ContainerFormat> containers() {
        return List.of(new MediaWikiFormat(), new WarcFormat(), new MboxFormat());
    }
}
