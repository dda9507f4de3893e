// The text of .env.example, from the table of variables.
import { VARIABLES } from '../../core/config.ts'

/** The text of .env.example. */
export const exampleEnvironment = (): string =>
  '# All optional. Generated from core/config.ts by `npm run surface`.\n' +
  Object.values(VARIABLES)
    .map(({ name, about, example }) => `\n# ${about}\n#${name}=${example}\n`)
    .join('')
