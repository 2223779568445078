package io.whorl.rebuild;

import io.whorl.bulk.BuildReport;
import io.whorl.bulk.CommonMinutiae;

/**
 * What a rebuild did.
 *
 * @param build what was built; {@code bytes} of the index as it is now, {@code temporaryBytes} with the runs
 * @param resumed documents that were taken from runs finished before this rebuild was resumed
 * @param common the hundred most common minutiae of the new index, and how many are over {@link RebuildOptions#maxDf}
 */
public record RebuildReport(BuildReport build, long resumed, CommonMinutiae common) {}
