/** The results of a run, their bars, and their Markdown form. */
package io.whorl.bench.report;
