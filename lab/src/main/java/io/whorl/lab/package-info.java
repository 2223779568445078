/**
 * The laboratory: which selection strategy, granularity, resolution and measure to use on a collection with known
 * answers, and what each costs.
 *
 * <p>How the pieces fit, in the direction of the data:
 *
 * <pre>
 * collection/  Texts (a directory or archive, read once into a scratch file), Groups (TSV: file, group) and the Questions
 *              given or drawn; SourceTruth (TSV: file, source, category); AlignedPassages (PAN)
 * grid/        Grid: a small text file, sections of settings, crossed to Configurations, each tried on a few words first
 *      │
 *      ▼
 * Laboratory   builds each scheme's index once (timed, all threads), times queries (one thread, nothing beside them),
 *              then asks every question in parallel for its whole ranking, which quality/ makes into an Answer
 *      │
 *      ▼
 * model/       Results = Run + Outcomes; Outcome = Configuration + IndexSize + Timings + one Answer a question;
 *              Answer = Effectiveness (HZ 6) + Affinity (COPS 5.3) + Operations (COPS 3.2, the threshold sweep)
 *      │
 *      ▼
 * results/     ResultsFolder: results.jsonl, written as configurations finish and read back to resume or to report
 *              (ResultsFolder.read), and CSV tables at the end
 *      │
 *      ▼
 * report/      Report: one HTML page of tables and plots, and the plots as PNG
 * </pre>
 *
 * <p>Beside the groups of {@link io.whorl.lab.run.Laboratory} two more kinds of known answers are tried by the same
 * grids: {@link io.whorl.lab.source.SourceLaboratory} (how much of its source a document shows, to SourceOutcomes) and
 * {@link io.whorl.lab.passage.PassageLaboratory} (which copied passages are seen, to PassageOutcomes). They take
 * seconds, so they are not resumed; {@code results.OutcomeFiles} writes them.
 *
 * <p>{@code experiment/} makes the papers' experiments again, each a table of figures ({@code model.FigureTable}); it
 * stands above all of this, and nothing here knows of it.
 *
 * <p>{@code rival/} builds and asks other systems, which a grid names by {@code system}, behind the same
 * {@code query.TriedIndex} as Whorl's own index, so that nothing after it knows whose ranking it judges.
 *
 * <p>Reports build on {@code model} alone: whoever makes tables and plots from Outcomes, or Outcomes of a system of its
 * own ({@code Configuration.rival}; {@code quality.Judge} has the figures of any ranking), needs nothing else.
 * Everything in an Outcome but its Timings is the same to the digit for the same collection, questions, grid and seed,
 * whatever the number of threads (but for the bytes of a Lucene index, which depend on which thread wrote what).
 * Measures are taken by name from {@link io.whorl.measure.Measure}.
 */
package io.whorl.lab;
