// Loads the interactive views through V8's code cache: compiling Ink and React takes longer than drawing.
'use strict'
const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')
const { createRequire } = require('node:module')

function load() {
  const dist = path.join(__dirname, '..', 'dist')
  const file = path.join(dist, 'views.cjs')
  const build = fs.statSync(file).mtimeMs.toFixed(0)
  const cacheFile = `${file}.${build}.${process.version}-${process.arch}.cache`
  let cachedData
  try {
    cachedData = fs.readFileSync(cacheFile)
  } catch {
    // There is no cache on the first run after a build.
  }
  const source = fs.readFileSync(file, 'latin1')
  const script = new vm.Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    cachedData,
  })
  const main = { exports: {} }
  script.runInThisContext()(main.exports, createRequire(file), main, file, dist)
  if (!cachedData || script.cachedDataRejected) process.once('exit', () => keep(cacheFile, script))
  return main.exports
}

/** Saved on exit, with everything compiled by then. */
function keep(cacheFile, script) {
  const temporary = `${cacheFile}.${process.pid}`
  try {
    fs.writeFileSync(temporary, script.createCachedData())
    fs.renameSync(temporary, cacheFile)
  } catch {
    // If the folder is not writable, this only costs speed.
  }
}

let views
const view =
  (name) =>
  async (...args) => {
    views ??= load()
    await views.ready()
    return views[name](...args)
  }

// One export per view.
exports.showBoard = view('showBoard')
exports.showChat = view('showChat')
