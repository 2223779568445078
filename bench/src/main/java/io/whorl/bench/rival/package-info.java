/**
 * The rivals that documents are added to and that answer queries, with the settings that their documentation advises.
 */
package io.whorl.bench.rival;
