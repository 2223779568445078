package io.whorl.bulk;

/**
 * What became of the documents of one run.
 *
 * @param arrived documents added, whatever became of them
 * @param documents those in the run's segment
 * @param repeatedIds left out because an earlier one of the run has their id
 * @param tooShort with fewer words than {@link BuildOptions#minDocument}; they are in the segment, without minutiae,
 *     for their ids are taken, and are left out when runs are merged
 * @param malformed malformed UTF-8 sequences read as U+FFFD
 * @param textBytes bytes of text fingerprinted
 * @param bytes of the run's files
 */
public record RunReport(
        long arrived, long documents, long repeatedIds, long tooShort, long malformed, long textBytes, long bytes) {}
