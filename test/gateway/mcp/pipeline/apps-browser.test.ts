// The pages of MCP Apps in a real Chromium, in the frame of a host that allows them nothing but scripts; skipped where none is.
import {
  Client as NextClient,
  StreamableHTTPClientTransport as NextTransport,
} from '@modelcontextprotocol/client'
import type { Browser, Frame, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unlimited } from '../../../harness.ts'
import { BROWSER_ARGS, CHROMIUM } from '../../chromium.ts'
import { useGateway } from '../../harness.ts'
import { PATH } from './agent.ts'

const gateway = useGateway({}, unlimited)
const client = new NextClient({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } })
const HOSTILE = '<img src=x onerror="document.title=1">'
let browser: Browser

/** What a host does: it answers `ui/initialize`, sends the result of the tool, and gives the frame the height it asks for. */
const HOST = (page: string, result: object, theme: string) => `<!doctype html><body style="margin:0">
<script>
const told = []
addEventListener('message', ({ data, source }) => {
  told.push(data.method)
  const say = (message) => source.postMessage({ jsonrpc: '2.0', ...message }, '*')
  if (data.method === 'ui/initialize') say({ id: data.id, result: { hostContext: { theme: '${theme}' } } })
  if (data.method === 'ui/notifications/initialized')
    say({ method: 'ui/notifications/tool-result', params: ${JSON.stringify(result).replaceAll('<', '\\u003c')} })
  if (data.method === 'ui/notifications/size-changed') frame.style.height = data.params.height + 'px'
})
const frame = document.createElement('iframe')
frame.sandbox = 'allow-scripts'
frame.style = 'border:0;width:100%'
frame.srcdoc = ${JSON.stringify(page).replaceAll('<', '\\u003c')}
document.body.append(frame)
</script>`

const POLICY =
  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'\">"

const call = async (name: string, args: Record<string, unknown> = {}) => {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
  expect(isError, JSON.stringify(content)).toBeFalsy()
  return { content, structuredContent }
}

beforeAll(async () => {
  if (!CHROMIUM) return
  const { launch } = await import('puppeteer-core')
  browser = await launch({ executablePath: CHROMIUM, headless: true, args: BROWSER_ARGS })
  const { token } = await gateway().caller({ scope: 'read-write' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new NextTransport(new URL(gateway().url + PATH), { requestInit }))
  for (const [company, amount] of [
    ['Acme', 100_000],
    [HOSTILE, 120_000],
  ] as const) {
    await call('save_job', { company, role: 'Registered Nurse', location: 'Austin, TX' })
    await call('add_offer', { jobId: company, base: { amount, currency: 'USD', period: 'year' } })
  }
})

afterAll(async () => {
  await browser?.close()
  await client.close()
})

interface Shown {
  page: Page
  frame: Frame
  text: string
  trouble: string[]
}

/** Opens the page of a tool's result at this width, and answers what a person reads in it. */
async function shown(tool: string, result: object, width: number, theme = 'light'): Promise<Shown> {
  const { tools } = await client.listTools()
  const { ui } = tools.find(({ name }) => name === tool)!._meta as { ui: { resourceUri: string } }
  const { contents } = await client.readResource({ uri: ui.resourceUri })
  const { text: document } = contents[0] as { text: string }
  const page = await browser.newPage()
  const trouble: string[] = []
  page.on('pageerror', (error) => trouble.push(String(error)))
  page.on('console', (line) => trouble.push(line.text()))
  page.on('request', (request) => /^https?:/.test(request.url()) && trouble.push(request.url()))
  await page.setViewport({ width, height: 800 })
  await page.setContent(HOST(document.replace('<head>', `<head>${POLICY}`), result, theme))
  const frame = await expect
    .poll(() => page.frames()[1])
    .toBeDefined()
    .then(() => page.frames()[1]!)
  await frame.waitForFunction('!document.body.innerText.includes("Waiting")')
  return { page, frame, trouble, text: (await frame.evaluate('document.body.innerText')) as string }
}

describe.skipIf(!CHROMIUM)('in a real browser', () => {
  test.each([375, 800])(
    'the three pages fit %i pixels, run nothing of a name and reach no network',
    async (width) => {
      const results = {
        get_pipeline: await call('get_pipeline'),
        compare_offers: await call('compare_offers', { ids: ['Acme', HOSTILE] }),
        analyze_compensation: await call('analyze_compensation', {
          role: 'registered-nurse',
          city: 'austin-tx',
        }),
      }
      const wanted = {
        get_pipeline: /2 jobs, response rate/,
        compare_offers: /First by the total[\s\S]*480,000/,
        analyze_compensation: /Registered Nurse in Austin, TX, base pay a year[\s\S]*Typical/,
      }
      for (const [tool, result] of Object.entries(results)) {
        const { page, frame, text, trouble } = await shown(tool, result, width)
        expect(text).toMatch(wanted[tool as keyof typeof wanted])
        expect(trouble).toEqual([])
        const { wide, high, title } = (await frame.evaluate(
          '({ wide: document.documentElement.scrollWidth, high: document.querySelector("main").scrollHeight, title: document.title })',
        )) as { wide: number; high: number; title: string }
        expect(wide, tool).toBeLessThanOrEqual(width)
        expect(title).not.toBe('1')
        // The frame has the height that the page asked for, so that nothing is cut.
        const height = (): Promise<number> => page.$eval('iframe', (one) => one.clientHeight)
        await expect.poll(height).toBeGreaterThanOrEqual(high)
        if (process.env.PICTURES)
          await page.screenshot({ path: `${process.env.PICTURES}/${tool}-${width}.png` })
        await page.close()
      }
    },
  )

  test('a page follows the theme of its host', async () => {
    const colour = async (theme: string) => {
      const { page, frame } = await shown('get_pipeline', await call('get_pipeline'), 600, theme)
      const seen = await frame.evaluate('getComputedStyle(document.body).backgroundColor')
      await page.close()
      return seen
    }
    expect(await colour('light')).toBe('rgb(255, 255, 255)')
    expect(await colour('dark')).toBe('rgb(23, 23, 23)')
  })
})
