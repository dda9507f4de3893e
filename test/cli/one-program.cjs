// Runs a command line with one program only: the full one, or the quick one, which exits with 99 for commands
// it does not handle.
'use strict'
const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const dist = path.join(__dirname, '..', '..', 'dist')
const [, , which, ...typed] = process.argv
process.argv.splice(2, 1)

function load(name) {
  const filename = path.join(dist, name)
  const main = { exports: {} }
  const fromDist = (id) => require(id.startsWith('.') ? path.join(dist, id) : id)
  const code = `(function (exports, require, module, __filename, __dirname) { ${fs.readFileSync(filename, 'utf8')}\n})`
  const run = vm.runInThisContext(code, { filename })
  run(main.exports, fromDist, main, filename, dist)
  return main.exports
}

async function answerQuickly() {
  const code = await load(which).answer(typed)
  process.exit(code ?? 99)
}

if (which === 'crm.cjs') load(which)
else void answerQuickly()
