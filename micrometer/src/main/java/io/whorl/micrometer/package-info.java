/** Meters of Whorl's writers and snapshots for Micrometer. docs/observability.md lists them. */
package io.whorl.micrometer;
