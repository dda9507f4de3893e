// Loads the bundle of the interactive views, an ES module, for the terminal's, which is not. A line for each view.
'use strict'
const view =
  (name) =>
  async (...args) =>
    (await import('../dist/views.js'))[name](...args)

exports.showBoard = view('showBoard')
exports.showChat = view('showChat')
