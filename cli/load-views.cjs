// Loads the interactive views, an ES module with Ink and React, from the terminal's CommonJS bundle.
'use strict'
// One export per view.
exports.showBoard = async (...args) => (await import('../dist/views.js')).showBoard(...args)
exports.showChat = async (...args) => (await import('../dist/views.js')).showChat(...args)
