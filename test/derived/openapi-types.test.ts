// Types that a public generator makes of the document compile, and drive a session with the service.
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, expect, test, vi } from 'vitest'
import { useGateway } from '../gateway/harness.ts'

const gateway = useGateway()
const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'openapi-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('generated types compile, and a session written with them runs', async () => {
  const document = await (await fetch(`${gateway().url}/openapi.json`)).text()
  writeFileSync(join(folder, 'openapi-types.ts'), astToString(await openapiTS(document)))
  const file = join(folder, 'typed-session.ts')
  copyFileSync(join(import.meta.dirname, 'typed-session.ts.txt'), file)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const program = ts.createProgram([file], {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    types: ['node'],
    skipLibCheck: true,
    outDir: join(folder, 'out'),
  })
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  expect(problems).toEqual([])
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  program.emit()
  const me = await gateway().caller()
  vi.stubEnv('CRM_URL', gateway().url)
  vi.stubEnv('CRM_TOKEN', me.token)
  const { session } = (await import(pathToFileURL(join(folder, 'out', 'typed-session.js')).href)) as {
    session: () => Promise<string[]>
  }
  expect(await session()).toEqual(['offer', '412', 'saved offer', '100000 EUR', 'Acme', 'contact job offer'])
})
