#!/usr/bin/env node
// Starts the bundled terminal program through V8's code cache: compiling would otherwise be a third of a list's time.
'use strict'
const fs = require('node:fs')
const path = require('node:path')

const typed = process.argv.slice(2)
const [noun = '', verb = ''] = typed
if (noun === '--version' || noun === '-V' || noun === 'version') {
  // Answered here: the program need not be read to say what it is called.
  fs.writeSync(1, `${require('../package.json').version}\n`)
  process.exit(0)
}

const vm = require('node:vm')
const dist = path.join(__dirname, '..', 'dist')

/** The commands that the quick program answers, and which file of it. */
const QUICK = {
  'jobs list': 'quick-jobs.cjs',
  'jobs show': 'quick-jobs.cjs',
  next: 'quick-pipeline.cjs',
  pipeline: 'quick-pipeline.cjs',
  'salary show': 'quick-salary.cjs',
}
const HELP = ['help', '--help', '-h']

/** At most so many caches of half a megabyte are kept: one for each command in use. */
const MOST_CACHES = 40

// What a command compiles is cached under its noun and verb: reading the functions of every other command in as well
// takes longer than compiling. And under the build, because V8 knows a source again by its length alone.
const words = [noun, verb].filter((word) => /^[a-z]+$/.test(word)).join('-') || 'help'

/** Runs a bundle; answers what it exports, and how to keep what it compiled once the process ends. */
function load(name) {
  const file = path.join(dist, name)
  if (!fs.existsSync(file)) require('./ensure-built.cjs')
  const build = fs.statSync(file).mtimeMs.toFixed(0)
  const cacheFile = `${file}.${build}.${process.version}-${process.arch}.${words}.cache`
  let cachedData
  try {
    cachedData = fs.readFileSync(cacheFile)
  } catch {
    // The first run after a build makes it.
  }
  // The build leaves a function of ASCII alone (tsup.config.ts), which needs no decoding, no copy and half the memory.
  const script = new vm.Script(fs.readFileSync(file, 'latin1'), { filename: file, cachedData })
  const main = { exports: {} }
  script.runInThisContext()(main.exports, requireFromDist, main, file, dist)
  const keep = () => {
    if (cachedData && !script.cachedDataRejected) return
    // At the end, with everything that was compiled on the way; a mistyped command leaves none.
    process.once('exit', (code) => code === 0 && keepCompiled(script, cacheFile))
  }
  return { exports: main.exports, keep }
}

/** What \`createRequire\` would make, without the part of Node it is in: packages are found from here as from there. */
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
    // A folder that cannot be written, or another process that makes room: it costs speed only.
  }
}

/** Makes room for one more, the oldest first. */
function makeRoom() {
  const aged = fs
    .readdirSync(dist)
    .filter((name) => name.endsWith('.cache'))
    .map((name) => ({ name, at: fs.statSync(path.join(dist, name)).mtimeMs }))
    .sort((one, other) => one.at - other.at)
  for (const { name } of aged.slice(0, Math.max(0, aged.length + 1 - MOST_CACHES)))
    fs.rmSync(path.join(dist, name))
}

const runWhole = () => load('crm.cjs').keep()

/** Runs the quick program; what it cannot answer it has neither printed nor changed. */
async function runQuick(name) {
  const front = load('quick.cjs')
  const begun = front.exports.begin()
  if (!begun) return runWhole()
  // A turn of the event loop, in which the connection is made: Postgres is at work while the rest is read.
  await new Promise((resolve) => setImmediate(resolve))
  const quick = load(name)
  const code = await quick.exports.answer(typed, begun)
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
