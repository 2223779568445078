/**
 * The laboratory: which selection strategy, granularity, resolution and measure to use on a collection with known
 * answers, and what each costs. {@link io.whorl.lab.Commands} has the commands. See docs/laboratory.md.
 *
 * <pre>
 * Commands: options; help.properties describes them
 *    │ runs
 *    ├─► what measures a grid. Grid: sections of settings, combined to Configurations, each tried on a few words
 *    │    │ first. LabIndex: an index of a whole collection, Whorl's or a rival's. Laboratory (groups),
 *    │    │ SourceLaboratory and PassageLaboratory ask it; an Outcome has an IndexSize, Timings and the Answers that
 *    │    │ Judge makes from rankings. ResultsFolder: results.jsonl, which grows as configurations finish, and CSV at
 *    │    │ the end. Report: HTML pages and plots
 *    └─► what makes a few tables: Ferret (LMD), Sketches (BGMZ), CopsSampling and SecurityLaboratory (COPS),
 *         │ BlockLaboratory (HZ); AlignmentLaboratory and RetrievalLaboratory: passages of pairs of texts, with and
 *         │ without being told the pairs; ClusterLaboratory: clusters, next to rivals' ones
 *         │ use
 *         ├─► Texts (the documents), Groups and queries of them, AlignedPassages (the layout of PAN)
 *         └─► Columns make a FigureTable (Markdown, CSV) from rows of any type; Page (HTML); Plot (Vega); Prose: their
 *             titles, notes and captions, in prose.properties
 * </pre>
 *
 * <p>Everything in an Outcome but its Timings is the same to the digit for the same collection, queries, grid and seed,
 * with any number of threads. The only exception is the size of a Lucene index, which depends on the thread that
 * indexed each document.
 */
package io.whorl.lab;
