/** Asking an index; {@link io.whorl.query.Snapshot} is the entry. */
package io.whorl.query;
