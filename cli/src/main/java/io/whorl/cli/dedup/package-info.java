/**
 * From a dump to a dump without superfluous documents: {@link io.whorl.cli.dedup.SourceDedup} is the entry point. Its
 * steps are kept in a {@link io.whorl.cli.dedup.WorkDirectory}, so that a later run can continue.
 */
package io.whorl.cli.dedup;
