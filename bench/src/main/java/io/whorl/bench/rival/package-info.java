/** What Whorl is compared with, each used as its own documentation advises. */
package io.whorl.bench.rival;
