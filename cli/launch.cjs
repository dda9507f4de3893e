#!/usr/bin/env node
// Starts the bundled terminal program, with the compiled code of earlier runs.
'use strict'
const fs = require('node:fs')
const path = require('node:path')

const said = process.argv.slice(2)
/** The short forms that have a quick program, as argv.ts writes them out. */
const SHORT = {
  ls: ['jobs', 'list'],
  list: ['jobs', 'list'],
  show: ['jobs', 'show'],
  view: ['jobs', 'show'],
}
const typed = Object.hasOwn(SHORT, said[0] ?? '') ? [...SHORT[said[0]], ...said.slice(1)] : said
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

const HELP = ['help', '--help', '-h']
const dist = path.join(__dirname, '..', 'dist')
/** Runs a bundle: `exports` is what it exports, and `keep` saves its compiled code when the process exits. */
function load(name) {
  const file = path.join(dist, name)
  if (!fs.existsSync(file)) require('./ensure-built.cjs')
  return require('./code-cache.cjs').load(file)
}

const runWhole = () => load('crm.cjs').keep()

/**
 * Runs the quick program, which is one bundle for each of its commands. If it cannot handle
 * the command, it has printed and changed nothing, and the whole program runs.
 */
async function runQuick(name) {
  const quick = load(name)
  const code = await quick.exports.answer(typed)
  if (code === null) return runWhole()
  quick.keep()
  process.exit(code)
}

/** Without what could lead out of the folder. */
const words = [noun, verb].filter((word) => /^[a-z]+$/.test(word))
const quick = `quick-${words.join('-')}.cjs`
const isQuick = fs.existsSync(path.join(dist, quick)) && !typed.some((word) => HELP.includes(word))
if (isQuick) void runQuick(quick)
else runWhole()
