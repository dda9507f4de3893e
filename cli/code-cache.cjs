// Runs bundles with V8's code cache: without it, compiling takes a third of a list's time; with
// Node's own compile cache, a sixth (docs/decisions/0005-terminal-start.md).
'use strict'
const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

/**
 * Runs a bundle and the parts of `dist` that it requires, and saves their compiled code on exit. All commands share the cache of
 * a part. The cache is named after the build, because V8 checks only the source's length.
 */
exports.run = (file) => {
  const dist = path.dirname(file)
  const loaded = new Map()
  const fresh = []
  const load = (name) => {
    if (!loaded.has(name)) loaded.set(name, { exports: {} })
    else return loaded.get(name).exports
    const module = loaded.get(name)
    const { script, filename, ...compiled } = compile(path.join(dist, name))
    if (compiled.isFresh) fresh.push([script, compiled.cacheFile])
    script.runInThisContext()(module.exports, requireFromDist, module, filename, dist)
    return module.exports
  }
  // Like `createRequire`, without loading Node's module of that name. Packages resolve as if required from dist.
  const requireFromDist = (name) => {
    if (/^\.\/\w+\.cjs$/.test(name)) return load(name.slice(2))
    return require(name.startsWith('.') ? path.join(dist, name) : name)
  }
  // Save the compiled code on exit, unless the command failed, because it may have compiled little.
  process.once(
    'exit',
    (code) => code === 0 && fresh.forEach(([script, cacheFile]) => keep(script, cacheFile)),
  )
  load(path.basename(file))
}

function compile(filename) {
  const build = fs.statSync(filename).mtimeMs.toFixed(0)
  const name = `${path.basename(filename)}.${build}.${process.version}-${process.arch}`
  const cacheFile = path.join(path.dirname(filename), 'cache', name)
  let cachedData
  try {
    cachedData = fs.readFileSync(cacheFile)
  } catch {
    // There is no cache on the first run after a build.
  }
  const code = `(function (exports, require, module, __filename, __dirname) { ${fs.readFileSync(filename, 'utf8')}\n})`
  const script = new vm.Script(code, { filename, cachedData })
  return { script, filename, cacheFile, isFresh: !cachedData || script.cachedDataRejected }
}

function keep(script, cacheFile) {
  const temporary = `${cacheFile}.${process.pid}`
  try {
    fs.mkdirSync(path.dirname(cacheFile), { recursive: true })
    fs.writeFileSync(temporary, script.createCachedData())
    fs.renameSync(temporary, cacheFile)
  } catch {
    // An unwritable folder only makes later starts slower.
  }
}
