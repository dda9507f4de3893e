// A Chromium for the tests that need a real browser: CHROMIUM names it, or it is where systems install it.
import { existsSync } from 'node:fs'

export const CHROMIUM =
  process.env.CHROMIUM ??
  ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`).find(existsSync)

export const BROWSER_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']
