// Runs a bundle with V8's code cache: compiling would otherwise take a third of the time of a list, and a sixth with
// Node's own compile cache (docs/decisions/0005-terminal-start.md).
'use strict'
const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

/** Most cache files kept, half a megabyte each: one per command in use. */
const MAX_CACHES = 40

/**
 * Runs a bundle. Returns its exports, and a function that saves the compiled code when the process exits. The cache is
 * keyed by the command, because reading the compiled functions of every other command takes longer than compiling; and by
 * the build, because V8 checks only the length of the source.
 */
exports.load = (file, command) => {
  const build = fs.statSync(file).mtimeMs.toFixed(0)
  const cacheFile = path.join(
    cacheFolder(file),
    `${path.basename(file)}.${build}.${process.version}-${process.arch}.${command}`,
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
  const dist = path.dirname(file)
  // Like `createRequire`, without loading the part of Node it is in; packages resolve from here as from dist.
  const requireFromDist = (name) => require(name.startsWith('.') ? path.join(dist, name) : name)
  script.runInThisContext()(main.exports, requireFromDist, main, file, dist)
  const keep = () => {
    if (cachedData && !script.cachedDataRejected) return
    // Saved on exit, with everything compiled by then, unless the command failed.
    process.once('exit', (code) => code === 0 && keepCompiled(script, cacheFile))
  }
  return { exports: main.exports, keep }
}

const cacheFolder = (file) => path.join(path.dirname(file), 'cache', 'commands')

function keepCompiled(script, cacheFile) {
  const temporary = `${cacheFile}.${process.pid}`
  try {
    fs.mkdirSync(path.dirname(cacheFile), { recursive: true })
    makeRoom(path.dirname(cacheFile))
    fs.writeFileSync(temporary, script.createCachedData())
    fs.renameSync(temporary, cacheFile)
  } catch {
    // The folder is not writable, or another process is evicting too: this only costs speed.
  }
}

/** Evicts the oldest caches to make room for one more. */
function makeRoom(folder) {
  const aged = fs
    .readdirSync(folder)
    .map((name) => ({ name, at: fs.statSync(path.join(folder, name)).mtimeMs }))
    .sort((one, other) => one.at - other.at)
  for (const { name } of aged.slice(0, Math.max(0, aged.length + 1 - MAX_CACHES)))
    fs.rmSync(path.join(folder, name))
}
