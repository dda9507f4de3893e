#!/usr/bin/env node
// Starts the bundled terminal program, with the compiled code of earlier runs.
'use strict'
const fs = require('node:fs')
const path = require('node:path')

if (['--version', '-V', 'version'].includes(process.argv[2])) {
  // Handled here, because printing the version does not need the program.
  try {
    fs.writeSync(1, `${require('../package.json').version}\n`)
    process.exit(0)
  } catch ({ code }) {
    // A closed pipe is not an error: see interrupt.ts.
    process.exit(code === 'EPIPE' ? 0 : 1)
  }
}

const program = path.join(__dirname, '..', 'dist', 'crm.cjs')
if (!fs.existsSync(program)) require('./ensure-built.cjs')
require('./code-cache.cjs').run(program)
