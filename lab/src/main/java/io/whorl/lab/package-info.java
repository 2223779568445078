/**
 * The laboratory: which selection strategy, granularity, resolution and measure to use on a collection with known
 * answers, and what each costs. {@link io.whorl.lab.Main} is the command; docs/laboratory.md describes it.
 *
 * <p>The packages, in the direction of the data:
 *
 * <pre>
 * collection/  Texts (the documents), Groups (TSV: file, group) and Questions (the queries, given or drawn)
 * grid/        Grid: sections of settings, combined to Configurations; each is tried on a few words first
 *      │
 *      ▼
 * run/         Laboratory builds the index of each scheme once (timed, all threads), times queries (one thread), and
 *              then ranks the whole collection for each query in parallel
 * index/       LabIndex, the interface of all indexes; rival/ implements it for other systems
 * quality/     Judge makes an Answer from a ranking
 *      │
 *      ▼
 * model/       Results = Run + Outcomes; Outcome = Configuration + IndexSize + Timings + an Answer for each query;
 *              Answer = Effectiveness (HZ 6) + Affinity (COPS 5.3) + Operations (COPS 3.2)
 *      │
 *      ▼
 * results/     ResultsFolder: results.jsonl, which grows as configurations finish, and CSV tables at the end
 *      │
 *      ▼
 * report/      Report: an HTML page of tables and plots; plot/ draws the plots
 * </pre>
 *
 * <p>{@code source/} and {@code passage/} measure the same grids on collections with other known answers: the sources
 * of documents, and copied passages. {@code security/} edits copies until a test does not recognise them, and
 * {@code block/} ranks documents by their blocks of words. {@code experiment/} repeats the experiments of the papers;
 * no other package depends on it. {@code rarity/} is a selection strategy that depends on the whole collection.
 *
 * <p>Reports depend only on {@code model}, so they also work for outcomes of other systems (see
 * {@code Configuration.rival} and {@code quality.Judge}). Everything in an Outcome but its Timings is the same to the
 * digit for the same collection, queries, grid and seed, with any number of threads. The only exception is the size of
 * a Lucene index, which depends on the thread that indexed each document.
 */
package io.whorl.lab;
