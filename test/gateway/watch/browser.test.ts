// The browser extension and /clip in a real Chromium; skipped where none is installed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { build } from 'tsup'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extensionBuild, writeExtensionPage } from '../../../cli/bundle/extension.ts'
import { addToken, removeToken } from '../../../core/identity/operations.ts'
import { setStatus } from '../../../core/jobs/operations.ts'
import { getPosting, listJobs } from '../../../core/jobs/queries.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { sessionOf } from '../../derived/world.ts'
import { as, aUser, call } from '../../harness.ts'
import { BROWSER_ARGS, CHROMIUM } from '../chromium.ts'
import { useGateway } from '../harness.ts'

const gateway = useGateway()
const folder = mkdtempSync(join(tmpdir(), 'crm-extension-'))
let browser: Browser
let employer: Server
let posting = ''

const MARKUP = {
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: 'Software Engineer',
  hiringOrganization: { name: 'Acme Bookkeeping' },
  jobLocation: { address: { addressLocality: 'New York', addressRegion: 'NY' } },
}
const PAGE = `<!doctype html><html><head><title>Software Engineer at Acme</title>
<script type="application/ld+json">${JSON.stringify(MARKUP)}</script></head>
<body><h1>Software Engineer</h1><main><p>You will keep the books in good order, with care and a love of numbers.</p></main></body></html>`

/** The gateway as another machine: its name leads to it in the browser only. */
const remote = () => gateway().url.replace('127.0.0.1', 'crm.example')

beforeAll(async () => {
  if (!CHROMIUM) return
  employer = createServer((_, res) => res.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE))
  await new Promise<void>((resolve) => employer.listen(0, '127.0.0.1', resolve))
  posting = `http://127.0.0.1:${(employer.address() as AddressInfo).port}/jobs/881234`
  await build({ ...extensionBuild(folder), config: false })
  writeExtensionPage(folder)
  // Nobody is there to grant the access to the gateway, so it is granted with the installation.
  const file = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(
    file,
    JSON.stringify({ ...manifest, host_permissions: [`${gateway().url}/*`, `${remote()}/*`] }),
  )
  const { launch } = await import('puppeteer-core')
  browser = await launch({
    ...{ executablePath: CHROMIUM, headless: true, pipe: true, enableExtensions: true },
    args: ['--host-resolver-rules=MAP crm.example 127.0.0.1', ...BROWSER_ARGS],
  })
})

afterAll(async () => {
  await browser?.close()
  employer?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function person() {
  const { core } = gateway()
  const principal = await aUser(core)
  return { ctx: as(core, principal), cookie: await sessionOf(core, principal) }
}

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (each) => (each as unknown as { innerText: string }).innerText)

/** Waits until an element says this. */
const says = (page: Page, selector: string, wanted: RegExp) =>
  expect.poll(() => textOf(page, selector)).toMatch(wanted)

const valuesOf = (page: Page, ...names: string[]) =>
  Promise.all(
    names.map((name) =>
      page.$eval(`#job [name=${name}]`, (field) => (field as unknown as { value: string }).value),
    ),
  )

/** Clicks the extension's button on the posting, as a person does, and returns the popup. */
async function openPopup(id: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(posting)
  await page.bringToFront()
  const extension = (await browser.extensions()).get(id)!
  const isPopup = (target: { url(): string }) => target.url() === `chrome-extension://${id}/popup.html`
  const [target] = await Promise.all([browser.waitForTarget(isPopup), page.triggerExtensionAction(extension)])
  return target.asPage()
}

const jobsOf = async (ctx: Context) => (await call(listJobs, ctx, {})).jobs

describe.skipIf(!CHROMIUM)('in a real browser', () => {
  test('the extension connects, saves a posting in one click, and then says that it is tracked', async () => {
    const { ctx } = await person()
    const { id: tokenId, token } = await call(addToken, ctx, { name: 'browser', scope: 'jobs:write' })
    const id = await browser.installExtension(folder)
    const popup = await openPopup(id)
    await popup.waitForSelector('#connect:not([hidden])')
    await popup.type('[name=server]', gateway().url)
    await popup.type('[name=token]', 'wrong')
    await popup.click('#connect button')
    await says(popup, '#message', /The token is not valid any more/)
    await popup.$eval('[name=token]', (field) => void ((field as unknown as { value: string }).value = ''))
    await popup.type('[name=token]', String(token))
    await popup.click('#connect button')
    await popup.waitForSelector('#job:not([hidden])')
    expect(await valuesOf(popup, 'role', 'company', 'location')).toEqual([
      ...['Software Engineer', 'Acme Bookkeeping', 'New York, NY'],
    ])
    await says(
      popup,
      '#pay',
      /Filed offers for the title: median \$[\d,]+ \(New York, NY, \d+\)\. Survey of the/,
    )
    await popup.type('#job [name=notes]', 'Seen at a friend’s.')
    await popup.click('#save')
    await says(popup, '#message', /Saved: Acme Bookkeeping — Software Engineer\./)
    const [job] = await jobsOf(ctx)
    expect(job).toMatchObject({
      url: posting,
      role: 'Software Engineer',
      notes: 'Seen at a friend’s.',
      status: 'saved',
    })
    expect((await call(getPosting, ctx, { id: job!.id })).text).toContain('You will keep the books')
    await popup.close()
    await call(setStatus, ctx, { id: job!.id, status: 'applied' })
    const again = await openPopup(id)
    await says(
      again,
      '#tracked-line',
      /Already tracked, status applied: Acme Bookkeeping — Software Engineer/,
    )
    expect(await jobsOf(ctx)).toHaveLength(1)
    await again.close()
    await call(removeToken, ctx, { id: String(tokenId) })
    const revoked = await openPopup(id)
    await says(revoked, '#message', /The token was revoked\. See .*\/settings/)
    await revoked.close()
  })

  test('the extension saves what is edited first, at a gateway on another machine', async () => {
    const { ctx } = await person()
    const { token } = await call(addToken, ctx, { name: 'browser', scope: 'jobs:write' })
    const id = await browser.installExtension(folder)
    const popup = await openPopup(id)
    await popup.waitForSelector('footer:not([hidden])')
    await popup.click('#disconnect')
    await popup.waitForSelector('#connect:not([hidden])')
    await popup.type('[name=server]', remote())
    await popup.type('[name=token]', String(token))
    await popup.click('#connect button')
    await popup.waitForSelector('#job:not([hidden])')
    expect(await textOf(popup, '#server')).toMatch(/^crm\.example:/)
    await popup.$eval('#job [name=role]', (field) => (field as unknown as { select(): void }).select())
    await popup.type('#job [name=role]', 'Staff Engineer')
    await popup.type('#job [name=salary]', '$150,000')
    await popup.keyboard.press('Enter')
    await says(popup, '#message', /Saved: Acme Bookkeeping — Staff Engineer\./)
    expect(await jobsOf(ctx)).toMatchObject([
      { role: 'Staff Engineer', compensation: { min: 150_000 }, url: posting },
    ])
    await popup.close()
  })

  test('who is signed out signs in first and comes back; nothing is wider than a telephone', async () => {
    const email = `clip-${Date.now()}@example.com`
    const made = await gateway().request('POST', '/api/auth/signup', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'correct horse battery' }),
    })
    expect(made.status).toBe(201)
    await gateway().core.services.sql`update users set tier = 'ultra' where id = ${made.body.user.id}`
    const page = await (await browser.createBrowserContext()).newPage()
    await page.setViewport({ width: 375, height: 700 })
    const fits = () =>
      page.evaluate(
        () =>
          (globalThis as unknown as { document: { documentElement: { scrollWidth: number } } }).document
            .documentElement.scrollWidth,
      )
    const query = new URLSearchParams({
      url: posting,
      title: 'Clerk at Acme',
      text: 'We count. '.repeat(100),
    })
    await page.goto(`${gateway().url}/clip?${query}`)
    await page.waitForSelector('[name=password]')
    expect(await fits()).toBeLessThanOrEqual(375)
    await page.type('[name=email]', email)
    await page.type('[name=password]', 'correct horse battery')
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
    await page.waitForSelector('textarea[name=text]')
    expect(page.url()).toContain('/clip?')
    expect(await page.$eval('[name=role]', (each) => (each as unknown as { value: string }).value)).toBe(
      'Clerk',
    )
    expect(await fits()).toBeLessThanOrEqual(375)
    await Promise.all([page.waitForNavigation(), page.click('main button')])
    expect(await textOf(page, 'main')).toContain('Acme — Clerk is saved')
    expect(await fits()).toBeLessThanOrEqual(375)
    await page.close()
  })

  test('/clip fills a form from the address a bookmark opens, and saves it', async () => {
    const { ctx, cookie } = await person()
    const page = await browser.newPage()
    const [name, value] = cookie.split(/=(.*)/s) as [string, string]
    await browser.setCookie({ name, value, domain: '127.0.0.1', path: '/', httpOnly: true })
    await page.goto(posting)
    const settings = await browser.newPage()
    await settings.goto(`${gateway().url}/settings`)
    const bookmark = await settings.$eval('#capture a[href^="javascript:"]', (link) =>
      link.getAttribute('href')!,
    )
    const opened = new Promise<Page>((resolve) => {
      page.once('popup', (popup) => resolve(popup!))
    })
    // The gateway of the test is at another port than its configuration says.
    await page.evaluate(
      bookmark.replace(/^javascript:/, '').replace(/https?:\/\/[^/']+\/clip/, `${gateway().url}/clip`),
    )
    const clip = await opened
    await clip.waitForSelector('[name=role]')
    const values = await Promise.all(
      ['role', 'company', 'url'].map((field) =>
        clip.$eval(`[name=${field}]`, (each) => (each as unknown as { value: string }).value),
      ),
    )
    expect(values, 'From the markup, where a title says less.').toEqual([
      'Software Engineer',
      'Acme Bookkeeping',
      posting,
    ])
    const text = await clip.$eval('[name=text]', (each) => (each as unknown as { value: string }).value)
    expect(text).toMatch(/^Software Engineer\s+You will keep the books/)
    await Promise.all([clip.waitForNavigation(), clip.click('button')])
    expect(await textOf(clip, 'main')).toContain('Acme Bookkeeping — Software Engineer is saved')
    expect(await jobsOf(ctx)).toMatchObject([{ url: posting, company: 'Acme Bookkeeping' }])
  })
})

test('the extension is built without remote code, for the active tab and one host of the person', async () => {
  await build({ ...extensionBuild(folder), config: false })
  writeExtensionPage(folder)
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, unknown>
  expect(manifest).toMatchObject({
    manifest_version: 3,
    permissions: ['activeTab', 'scripting', 'storage'],
    optional_host_permissions: ['https://*/*', 'http://*/*'],
  })
  expect(manifest).not.toHaveProperty('host_permissions')
  const [page, code] = ['popup.html', 'popup.js'].map((name) => readFileSync(join(folder, name), 'utf8'))
  expect([...page!.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, at]) => at)).toEqual([
    'popup.css',
    'popup.js',
  ])
  expect(code).not.toMatch(/\beval\(|new Function|innerHTML|import\(/)
})
