/**
 * The laboratory: which selection strategy, granularity, resolution and measure to use on a collection with known
 * answers, and what each costs. {@link io.whorl.lab.Main} is the command; docs/laboratory.md describes it.
 *
 * <pre>
 * command/     options; help.properties describes them
 *    │ runs
 *    ├─► run/         measures a grid: Laboratory (groups), SourceLaboratory, PassageLaboratory
 *    ├─► experiment/  the experiments of the papers: Ferret (LMD), Sketches (BGMZ), CopsNoise, CopsSampling and
 *    │                SecurityLaboratory (COPS), BlockLaboratory (HZ)
 *    ├─► align/       passages of pairs of texts, with and without being told the pairs
 *    └─► cluster/     clusters, next to those of rivals
 *         │ use
 *         ├─► collection/  Texts (the documents), Groups and queries of them, AlignedPassages (the layout of PAN)
 *         ├─► grid/        Grid: sections of settings, combined to Configurations; each is tried on a few words first
 *         ├─► index/       LabIndex: an index of a whole collection, Whorl's or a rival's
 *         ├─► quality/     Judge makes an Answer from a ranking; curves and cuts of scores
 *         └─► model/       Results = Run + Outcomes; Outcome = Configuration + IndexSize + Timings + Answers
 *         │ give
 *         ├─► table/       Columns make a FigureTable (Markdown, CSV) from rows of any type
 *         ├─► results/     ResultsFolder: results.jsonl, which grows as configurations finish, and CSV at the end
 *         └─► report/      HTML pages; plot/ draws their charts
 * </pre>
 *
 * <p>Everything in an Outcome but its Timings is the same to the digit for the same collection, queries, grid and seed,
 * with any number of threads. The only exception is the size of a Lucene index, which depends on the thread that
 * indexed each document.
 */
package io.whorl.lab;
