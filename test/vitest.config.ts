// Three projects: pure files start nothing, postgres files share one server and its migrated template, terminal files
// start the built program as well.
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { filesByProject, type Project } from './projects.ts'

const root = new URL('..', import.meta.url).pathname
const SETUP: Record<Project, string[]> = {
  pure: ['test/leftovers.ts', 'test/pay-file.ts'],
  postgres: ['test/leftovers.ts', 'test/pay-file.ts', 'test/global-setup.ts'],
  terminal: ['test/leftovers.ts', 'test/built-program.ts', 'test/global-setup.ts'],
}

const project = ([name, include]: [string, string[]]): TestProjectConfiguration => ({
  test: {
    name,
    root,
    include,
    globalSetup: SETUP[name as Project],
    setupFiles: ['test/setup.ts'],
    // Far beyond what anything takes: a busy machine fails no test, and one that hangs ends.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    // Modules keep no state, so files share a process and what it has loaded: a fifth of the time went into loading it anew.
    isolate: false,
    // What runs in this process has the time zone and the language of the machine otherwise.
    env: { TZ: 'UTC', LANG: '', LC_ALL: '', LC_TIME: '' },
    restoreMocks: true,
    unstubEnvs: true,
  },
})

const ORDER = ['terminal', 'postgres', 'pure']

/** The longest files first: what waits for programs, then the database, then what ends in an instant, so that no worker ends long after the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number =>
      ORDER.indexOf(project.name) - (/\/test\/(drill|release)\//.test(moduleId) ? 0.5 : 0)
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    maxWorkers: 4,
    projects: Object.entries(filesByProject()).map(project),
    sequence: { sequencer: LongestFirst },
  },
})
