/** What a run found, beside the bars it is held against, and how that is written down. */
package io.whorl.bench.report;
