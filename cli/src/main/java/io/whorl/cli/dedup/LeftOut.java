package io.whorl.cli.dedup;

import io.whorl.cli.report.LeftOutMinutiae;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.cluster.Survivors;
import java.io.IOException;

/** Reports what was left out of the documents before survivors were chosen. */
public final class LeftOut {
    private LeftOut() {}

    /** Reports common minutiae and templates. Call it before the survivors are closed. */
    public static void report(Survivors survivors, SurvivorOptions options, LeftOutMinutiae report) throws IOException {
        Clusters.Ignored ignored = survivors.figures().ignored();
        Clusters.Common common = survivors.common();
        report.reportLimits(ignored.documents(), common.minutiae(), common.kept(), options.commonDf());
        report.reportTemplates(survivors.inSeries(), survivors::templates);
    }
}
