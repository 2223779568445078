/** The sections of a run. Each measures and returns rows. {@link io.whorl.bench.section.Section} is the entry point. */
package io.whorl.bench.section;
