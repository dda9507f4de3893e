// Addresses of pages: http and https only, because they are opened in a browser.
import { text } from './schema.ts'
import type { Zod } from './zod.ts'
import { parseUrl } from './url.ts'

const MAX_ADDRESS = 2048

export const isWebAddress = (value = ''): boolean =>
  /^https?:\/\/[^\s/]/i.test(value) && parseUrl(value) !== null

/** An address as people type it, with the scheme that they leave out: `example.com/job`. */
export const withScheme = (text: string): string =>
  /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?:[/?#:]|$)/u.test(text) ? `https://${text}` : text

/** An optional page address that `null` or an empty string clears. */
export const webAddressIn = (z: Zod) =>
  text(z, MAX_ADDRESS)
    .refine(
      (value) => value.trim() === '' || value.length > MAX_ADDRESS || isWebAddress(value.trim()),
      'is not an http or https address',
    )
    .nullable()
    .optional()

/** A rough test: only a message can prove an address. A function, because compiling it takes half a millisecond per start. */
const EMAIL = () =>
  /^[^\s@.,;:<>()[\]"\\]+(?:\.[^\s@.,;:<>()[\]"\\]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]*[\p{L}\p{N}]$/u

export const isEmail = (text: string): boolean => text.length <= 320 && EMAIL().test(text.trim())
