// A snapshot of the current page: its address, title, markup and selection.

/** The gateway reads requests up to 1 MiB; characters of other scripts take up to three bytes. */
const MAX_CHARACTERS = 300_000

/** Runs in the page, so it cannot use anything else in this file. Leaves scripts, styles and images out of long pages. */
function readDocument(most: number) {
  const root = document.documentElement
  const copy = root.cloneNode(true) as HTMLElement
  if (root.outerHTML.length > most)
    for (const each of copy.querySelectorAll(
      'style,svg,iframe,template,link,noscript,img,script:not([type="application/ld+json"])',
    ))
      each.remove()
  // Half of a character would be refused.
  const cut = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
  return {
    url: location.href,
    title: cut(document.title, 500),
    text: cut(copy.outerHTML, most),
    selection: cut(String(getSelection() ?? ''), most / 4),
  }
}

/** Reads the active tab. Throws a readable sentence for pages that no extension may read. */
export async function readTab() {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  if (tab?.id === undefined) throw new Error('There is no page to read.')
  const target = { tabId: tab.id }
  const args: [most: number] = [MAX_CHARACTERS]
  const [read] = await chrome.scripting.executeScript({ target, func: readDocument, args }).catch(() => [])
  if (read?.result) return read.result
  throw new Error('The browser lets no extension read this page.')
}
