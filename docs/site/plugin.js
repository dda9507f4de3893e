// A page is called as its heading says, and its address as its file; decisions are a group of their own.
import { Converter, StructureRouter } from 'typedoc'

export function load(app) {
  const files = new Map()
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, page) => {
    files.set(page, page.name)
    page.frontmatter.group = /^\d{4}-/.test(page.name) ? 'Decisions' : 'Pages'
    page.name = /^# (.+)$/m.exec(page.content[0]?.text ?? '')?.[1]?.replaceAll('`', '') ?? page.name
  })
  app.renderer.defineRouter(
    'files',
    class extends StructureRouter {
      getIdealBaseName(page) {
        return files.get(page) ?? super.getIdealBaseName(page)
      }
    },
  )
}
