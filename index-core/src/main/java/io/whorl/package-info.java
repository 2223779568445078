/** The typed errors of the library. This package depends on no other. */
package io.whorl;
