// Preloaded into a command: says on stderr, as it ends, which packages of the build it has loaded.
'use strict'
process.once('exit', () => {
  const loaded = Object.keys(require.cache).flatMap(
    (file) => /dist\/packages\/(.+)\.cjs$/.exec(file)?.[1] ?? [],
  )
  require('node:fs').writeSync(2, `\nloaded: ${loaded.sort().join(' ')}\n`)
})
