// The display width of non-ASCII text. The library's tables take 10 ms to set up, so it is loaded for the first such text.
'use strict'
exports.wideWidth = (text) => require('string-width').default(text)
