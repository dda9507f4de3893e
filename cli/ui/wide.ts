// The display width of non-ASCII text. The library's tables take 10 ms to set up, so the terminal's bundle
// replaces this file with one that loads it on the first such text (tsup.config.ts).
export { default as wideWidth } from 'string-width'
