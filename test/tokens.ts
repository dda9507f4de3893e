// How many tokens a text is for a model. The encoding takes half a second to make, so a process has one.
import { getEncoding } from 'js-tiktoken'

let encoding: ReturnType<typeof getEncoding> | undefined

export const tokensOf = (text: string): number => (encoding ??= getEncoding('o200k_base')).encode(text).length
