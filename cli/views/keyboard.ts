// Reads keys from a terminal in raw mode: names them, and keeps pasted text apart from typed keys.

export interface Press {
  press: string
  text: string
}

const FINAL: Readonly<Record<string, string>> = {
  ...{ A: 'up', B: 'down', C: 'right', D: 'left', H: 'home', F: 'end', Z: 'shift-tab' },
  ...{ '1~': 'home', '3~': 'delete', '4~': 'end', '5~': 'pageUp', '6~': 'pageDown', '7~': 'home', '8~': 'end' },
} // prettier-ignore

const CONTROLS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
}

const SEQUENCE = /^\u001b(?:\[([\d;<>?]*)([A-Za-z~^$])|O([A-Za-z]))/
/** The start of an incomplete escape sequence. */
const INCOMPLETE_SEQUENCE = /^\u001b(?:\[[\d;<>?]*|O)?$/
const PASTE_END = '\u001b[201~'
/** Without bracketed paste, pasted text arrives in immediate parts that are longer than anybody types ahead. */
const LONGEST_TYPED = 200

/** Parses input in parts. Incomplete sequences wait for the next part or `flush`. */
export function keyParser(): { push(part: string): Press[]; flush(): Press[] } {
  let rest = ''
  let isPasting = false
  const take = (isLast: boolean): Press[] => {
    const presses: Press[] = []
    while (rest) {
      if (isPasting) {
        const end = rest.indexOf(PASTE_END)
        // The end marker may be split between parts.
        if (end < 0) break
        presses.push({ press: 'paste', text: rest.slice(0, end) })
        rest = rest.slice(end + PASTE_END.length)
        isPasting = false
      } else if (rest.startsWith('\u001b')) {
        const [whole, numbers = '', final = '', ss3 = ''] = SEQUENCE.exec(rest) ?? []
        if (!whole && INCOMPLETE_SEQUENCE.test(rest) && !isLast) break
        rest = rest.slice(whole?.length ?? 1)
        if (!whole) presses.push({ press: 'esc', text: '' })
        else if (numbers === '200') isPasting = true
        else {
          const name = FINAL[final === '~' ? `${numbers.split(';')[0]}~` : final || ss3]
          if (name) presses.push({ press: name, text: '' })
        }
      } else {
        const end = rest.indexOf('\u001b')
        const typed = end < 0 ? rest : rest.slice(0, end)
        // Joins the parts of one paste.
        if (typed.length > LONGEST_TYPED && end < 0 && !isLast) break
        rest = rest.slice(typed.length)
        if (typed.length > LONGEST_TYPED) presses.push({ press: 'paste', text: typed })
        else for (const { segment } of new Intl.Segmenter().segment(typed)) presses.push(pressOf(segment))
      }
    }
    return presses
  }
  return {
    push(part) {
      rest += part
      return take(false)
    },
    flush: () => take(true),
  }
}

function pressOf(segment: string): Press {
  const named = CONTROLS[segment] ?? (segment === '\r\n' ? 'enter' : undefined)
  if (named) return { press: named, text: '' }
  if (segment < ' ') return { press: `ctrl-${String.fromCharCode(segment.charCodeAt(0) + 96)}`, text: '' }
  return { press: segment, text: segment }
}

/** How long a lone Escape waits for the rest of a sequence. */
const ESCAPE_MS = 25

/** Calls `heard` for each key until the returned function runs. */
export function listenKeys(stdin: NodeJS.ReadStream, heard: (press: Press) => void): () => void {
  const parser = keyParser()
  let timer: NodeJS.Timeout | undefined
  const onData = (part: string | Buffer) => {
    clearTimeout(timer)
    parser.push(String(part)).forEach(heard)
    timer = setTimeout(() => parser.flush().forEach(heard), ESCAPE_MS)
  }
  stdin.setEncoding('utf8')
  stdin.setRawMode?.(true)
  stdin.on('data', onData)
  return () => {
    clearTimeout(timer)
    stdin.removeListener('data', onData)
    stdin.setRawMode?.(false)
    stdin.pause()
  }
}
