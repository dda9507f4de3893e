// What the suites run against, for the drills: TEST_DATABASE=pooler|serializable|citus. By default the embedded server.
const ENGINES = ['embedded', 'pooler', 'serializable', 'citus'] as const

export type Engine = (typeof ENGINES)[number]

/** The database that tests get from `freshDatabase()`. */
export function engineOf(name = process.env['TEST_DATABASE'] ?? 'embedded'): Engine {
  const engine = ENGINES.find((known) => known === name)
  if (!engine) throw new Error(`TEST_DATABASE is one of ${ENGINES.join(', ')}, not ${name}.`)
  return engine
}
