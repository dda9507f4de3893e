// The width of text beyond ASCII, by a library whose tables cost 10 ms to set up: the terminal's bundle replaces this file
// with one that loads it on the first such text (tsup.config.ts).
export { default as wideWidth } from 'string-width'
