// The API reference as Markdown, for readers that do not want a page.
import type { OpenApi } from './document.ts'

/** Every route by its tag: what it does, and where its schemas are. */
export function referenceMarkdown({ tags, paths, info }: OpenApi): string {
  const sections = tags.map(({ name, description }) => {
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, op]) => op.tags.includes(name))
        .map(([method, op]) => `- \`${method.toUpperCase()} ${path}\`: ${op.summary}`),
    )
    return `## ${name}\n\n${description}\n\n${routes.join('\n')}`
  })
  return `# crm API reference\n\nVersion ${String(info['version'])}. Schemas and examples: /openapi.json. What applies to all routes: /docs/api.md.\n\n${sections.join('\n\n')}\n`
}
