// The version of this program, from its package.
import packageJson from '../package.json' with { type: 'json' }

export const VERSION = packageJson.version
