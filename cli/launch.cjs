#!/usr/bin/env node
// Starts the bundled terminal program with V8's code cache:
// compiling would otherwise take a third of the time of a list.
'use strict'
const fs = require('node:fs')
const path = require('node:path')

const typed = process.argv.slice(2)
const [noun = '', verb = ''] = typed
if (noun === '--version' || noun === '-V' || noun === 'version') {
  // Handled here, because printing the version does not need the program.
  try {
    fs.writeSync(1, `${require('../package.json').version}\n`)
    process.exit(0)
  } catch ({ code }) {
    // A reader that has gone is not an error: see unwritten.ts.
    process.exit(code === 'EPIPE' ? 0 : 1)
  }
}

const vm = require('node:vm')
const dist = path.join(__dirname, '..', 'dist')

/** The commands of the quick program, with the file that contains each. */
const QUICK = {
  'jobs list': 'quick-jobs.cjs',
  'jobs show': 'quick-jobs.cjs',
  next: 'quick-pipeline.cjs',
  pipeline: 'quick-pipeline.cjs',
  'salary show': 'quick-salary.cjs',
}
const HELP = ['help', '--help', '-h']

/** Most cache files kept, half a megabyte each: one per command in use. */
const MAX_CACHES = 40

// The cache is keyed by noun and verb, because reading the compiled functions of every other command takes
// longer than compiling; and by build, because V8 checks only the length of the source.
const words = [noun, verb].filter((word) => /^[a-z]+$/.test(word)).join('-') || 'help'

/** Runs a bundle. Returns its exports, and a function that saves the compiled code when the process exits. */
function load(name) {
  const file = path.join(dist, name)
  if (!fs.existsSync(file)) require('./ensure-built.cjs')
  const build = fs.statSync(file).mtimeMs.toFixed(0)
  const cacheFile = `${file}.${build}.${process.version}-${process.arch}.${words}.cache`
  let cachedData
  try {
    cachedData = fs.readFileSync(cacheFile)
  } catch {
    // There is no cache on the first run after a build.
  }
  // The build leaves an ASCII-only file (`charset` in tsup.config.ts), so
  // latin1 needs no decoding, no copy and half the memory.
  const script = new vm.Script(fs.readFileSync(file, 'latin1'), { filename: file, cachedData })
  const main = { exports: {} }
  script.runInThisContext()(main.exports, requireFromDist, main, file, dist)
  const keep = () => {
    if (cachedData && !script.cachedDataRejected) return
    // Saved on exit, with everything compiled by then, unless the command failed.
    process.once('exit', (code) => code === 0 && keepCompiled(script, cacheFile))
  }
  return { exports: main.exports, keep }
}

/**
 * Like `createRequire`, without loading the part of Node it is in; packages resolve from here as from dist.
 */
function requireFromDist(name) {
  return require(name.startsWith('.') ? path.join(dist, name) : name)
}

function keepCompiled(script, cacheFile) {
  const temporary = `${cacheFile}.${process.pid}`
  try {
    makeRoom()
    fs.writeFileSync(temporary, script.createCachedData())
    fs.renameSync(temporary, cacheFile)
  } catch {
    // The folder is not writable, or another process is evicting too: this only costs speed.
  }
}

/** Evicts the oldest caches to make room for one more. */
function makeRoom() {
  const aged = fs
    .readdirSync(dist)
    .filter((name) => name.endsWith('.cache'))
    .map((name) => ({ name, at: fs.statSync(path.join(dist, name)).mtimeMs }))
    .sort((one, other) => one.at - other.at)
  for (const { name } of aged.slice(0, Math.max(0, aged.length + 1 - MAX_CACHES)))
    fs.rmSync(path.join(dist, name))
}

const runWhole = () => load('crm.cjs').keep()

/**
 * Runs the quick program. If it cannot handle the command, it
 * has printed and changed nothing, and the whole program runs.
 */
async function runQuick(name) {
  const front = load('quick.cjs')
  const started = await front.exports.start(typed)
  if (!started) return runWhole()
  // One turn of the event loop to open the connection: Postgres works while the rest is loaded.
  if (started.preconnection) await new Promise((resolve) => setImmediate(resolve))
  const quick = load(name)
  const code = await quick.exports.answer(typed, started)
  if (code === null) return runWhole()
  front.keep()
  quick.keep()
  process.exit(code)
}

const quick = typed.some((word) => HELP.includes(word))
  ? undefined
  : (QUICK[noun] ?? QUICK[`${noun} ${verb}`])
if (quick) void runQuick(quick)
else runWhole()
