/** Typed errors, and what several packages of the API use. This package depends on no other. */
package io.whorl;
