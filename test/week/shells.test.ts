// A hurried hour at the prompt of bash, zsh and fish: what is typed arrives and is kept as it was meant.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environment, LAUNCHER } from '../cli/process.ts'
import { freshDatabase } from '../database.ts'

/** Typed alike in all three. */
const TYPED = [
  `crm add "O'Reilly Media" 'C++ & "systems" engineer' --salary '$180k-220k' --tag c++ --tag remote`,
  `crm add Globex Cook --url 'https://globex.example/jobs/7?lang=en&ref=a#top' --notes 'Ask for $5 more! 50% off ~ *'`,
  `crm add 'Höganäs AB' 🚀 -s applied`,
  `crm log "o'reilly" "Said: \\"maybe\\"" --type call --at "yesterday 3pm"`,
  `echo globex | crm status --ids - applied --at 'last week'`,
  `crm edit globex --tags +x,+y`,
  `crm edit globex --tags -x`,
  `crm ls --columns company,role,tags --sort company | sort`,
  `crm show globex --json url,notes`,
  `crm jobs export - --format csv | crm jobs import - --dry-run`,
  `crm find "C++" && echo found`,
  `crm ls | head -n 1 >/dev/null`,
  `crm shwo globex || echo refused`,
]

describe.each(['bash', 'zsh', 'fish'])('in %s', (shell) => {
  test('what is typed is kept as it is, through pipes and refusals too', async ({ skip }) => {
    const database = await freshDatabase()
    try {
      const folder = mkdtempSync(join(tmpdir(), 'crm-shells-'))
      const program = join(folder, 'crm')
      writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${LAUNCHER}" "$@"\n`)
      chmodSync(program, 0o755)
      const env = { ...environment({ url: database.url }), HOME: folder, LANG: 'en_US.UTF-8' }
      const { error, stdout, stderr } = spawnSync(shell, ['-c', TYPED.join('\n')], {
        env: { ...env, PATH: `${folder}:${process.env['PATH']}` },
        cwd: folder,
        encoding: 'utf8',
      })
      if (error) return skip(`${shell} is not installed`)
      expect(stderr.replace(/^(?:Dry run.*|Waiting for the database\.)\n/gm, '')).toBe(
        'crm: There is no command crm shwo.\nDid you mean crm show?\n',
      )
      expect(stdout).toContain(`Added O'Reilly Media — C++ & "systems" engineer`)
      expect(stdout).toContain(`O'Reilly Media\tC++ & "systems" engineer\tc++, remote\n`)
      expect(stdout).toContain('Globex\tCook\ty\n')
      expect(stdout).toContain('Höganäs AB\t🚀\t')
      expect(stdout).toContain('Logged call “Said: "maybe"” for O\'Reilly Media')
      expect(stdout).toContain('"url": "https://globex.example/jobs/7?lang=en&ref=a#top"')
      expect(stdout).toContain('"notes": "Ask for $5 more! 50% off ~ *"')
      expect(stdout).toMatch(/Globex — Cook is applied[^]*\nfound\nrefused\n$/)
    } finally {
      await database.close()
    }
  })
})
