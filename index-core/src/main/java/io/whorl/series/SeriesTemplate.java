package io.whorl.series;

/**
 * The template of one series, as it was left out of a search.
 *
 * @param series the name of the series
 * @param documents its documents
 * @param minutiae the minutiae of its template
 * @param onlyTemplate the documents that consist of the template; nothing is left to compare them by
 */
public record SeriesTemplate(String series, long documents, long minutiae, long onlyTemplate) {}
