package io.whorl.corpus.record;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatProvider;
import java.util.List;

/** The built-in formats of dumps. */
public final class RecordFormats implements FormatProvider {
    @Override
    public List<ContainerFormat> containers() {
        return List.of(new MediaWikiFormat(), new WarcFormat(), new MboxFormat(), new JsonFormat());
    }
}
