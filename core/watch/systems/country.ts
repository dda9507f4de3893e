// Names of countries, which systems give as codes.

/** `NO` is Norway; null for anything that is no code. */
export const countryName = (code: string | null): string | null =>
  code && /^[A-Z]{2}$/i.test(code)
    ? (new Intl.DisplayNames(['en'], { type: 'region' }).of(code.toUpperCase()) ?? null)
    : null
