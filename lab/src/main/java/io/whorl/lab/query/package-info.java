/** Asking an index as a configuration wants it; measures by name. */
package io.whorl.lab.query;
