// Preloaded into a command: says on stderr, as it ends, which packages and which parts of the build it has loaded.
'use strict'
process.once('exit', () => {
  const loadedFrom = (folder) =>
    Object.keys(require.cache)
      .flatMap((file) => folder.exec(file)?.[1] ?? [])
      .sort()
      .join(' ')
  const [packages, parts] = [/dist\/packages\/(.+)\.cjs$/, /dist\/(\w+)\.cjs$/].map(loadedFrom)
  require('node:fs').writeSync(2, `\nloaded: ${packages}\nparts: ${parts}\n`)
})
