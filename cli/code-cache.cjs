// Runs a bundle with V8's code cache: compiling would otherwise take a third of the time of a list, and a sixth with
// Node's own compile cache (docs/decisions/0005-terminal-start.md).
'use strict'
const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

/**
 * Runs a bundle. Returns its exports, and a function that saves the compiled code when the process exits. One cache serves
 * every command: what they share is most of a start. It is named after the build, because V8 checks only the source's length.
 */
exports.load = (file) => {
  const build = fs.statSync(file).mtimeMs.toFixed(0)
  const dist = path.dirname(file)
  const cacheFile = path.join(
    dist,
    'cache',
    `${path.basename(file)}.${build}.${process.version}-${process.arch}`,
  )
  let cachedData
  try {
    cachedData = fs.readFileSync(cacheFile)
  } catch {
    // There is no cache on the first run after a build.
  }
  const code = `(function (exports, require, module, __filename, __dirname) { ${fs.readFileSync(file, 'latin1')}\n})`
  const script = new vm.Script(code, { filename: file, cachedData })
  const main = { exports: {} }
  // Like `createRequire`, without loading the part of Node it is in; packages resolve from here as from dist.
  const requireFromDist = (name) => require(name.startsWith('.') ? path.join(dist, name) : name)
  script.runInThisContext()(main.exports, requireFromDist, main, file, dist)
  const keep = () => {
    if (cachedData && !script.cachedDataRejected) return
    // Saved on exit, with everything compiled by then, unless the command failed: it may have compiled little.
    process.once('exit', (code) => code === 0 && keepCompiled(script, cacheFile))
  }
  return { exports: main.exports, keep }
}

function keepCompiled(script, cacheFile) {
  const temporary = `${cacheFile}.${process.pid}`
  try {
    fs.mkdirSync(path.dirname(cacheFile), { recursive: true })
    fs.writeFileSync(temporary, script.createCachedData())
    fs.renameSync(temporary, cacheFile)
  } catch {
    // The folder is not writable: this only costs speed.
  }
}
