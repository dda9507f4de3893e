// package.json as it is published: what a user's npm needs, without what only this checkout does.

/** Fields that are for the checkout. Scripts are too: npm warns about those of an installed package. */
const OF_CHECKOUT = ['scripts', 'devDependencies', 'allowScripts', 'overrides', 'prettier']

export const publishedManifest = (text: string): string => {
  const fields = Object.entries(JSON.parse(text) as Record<string, unknown>) // npm has read it.
  const published = fields.filter(([name]) => !OF_CHECKOUT.includes(name))
  return `${JSON.stringify(Object.fromEntries(published), null, 2)}\n`
}
