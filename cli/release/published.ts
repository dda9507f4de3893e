// The published package.json: without the fields that only this checkout needs.

/** Fields for the checkout only. They include scripts, because npm warns about those of installed packages. */
const CHECKOUT_FIELDS = ['scripts', 'devDependencies', 'allowScripts', 'overrides', 'prettier']

export const publishedManifest = (text: string): string => {
  const fields = Object.entries(JSON.parse(text) as Record<string, unknown>) // npm has read it.
  const published = fields.filter(([name]) => !CHECKOUT_FIELDS.includes(name))
  return `${JSON.stringify(Object.fromEntries(published), null, 2)}\n`
}
