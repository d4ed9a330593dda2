import fc from 'fast-check';

/** Properties are tried on the same values in every run, so that a change is judged by what it changes. */
fc.configureGlobal({ seed: 20_261_130 });
