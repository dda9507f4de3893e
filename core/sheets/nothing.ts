// Words such as “none”, which people and programs write into cells that have no value.

const WORDS = new Set(
  [
    'null, nil, nan, none, undefined, n/a, n.a., n.a, na, #n/a, n\\a, not applicable, not available, not provided, not specified',
    'not disclosed, not listed, not given, not stated, not mentioned, not known, tbd, tba, tbc, t.b.d., to be determined',
    'to be confirmed, to be announced, unknown, unspecified, undisclosed, nothing, no data, empty, blank, missing',
    'k.a., k. a., keine angabe, keine angaben, keine, unbekannt, n.d., n.d, s/o, sans objet, aucun, aucune, non renseigné',
    'non precisato, ninguno, ninguna, no aplica, desconocido, nenhum, nenhuma, onbekend, geen, n.v.t., brak, нет, неизвестно',
    'h/p, s/d, n/d, 无, 未知, 暂无, なし, 不明, 없음, #ref!, #value!, #name?, #div/0!, #num!, #null!, #error!, #spill!, #calc!',
  ].flatMap((line) => line.split(', ')),
)

const YES = /^(?:yes|y|true|x|✓|✔|1)$/i
const NO = /^(?:no|n|false|0)$/i

export const isYes = (text: string): boolean => YES.test(text.trim())

export const isYesOrNo = (text: string): boolean => isYes(text) || NO.test(text.trim())

/** Whether a cell has no value: such a word, with or without brackets, or only dashes and question marks. */
export function isNothing(text: string): boolean {
  if (text.length > 24) return false
  const bare = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^[([<{"']+|[)\]>}"']+$/g, '')
    .trim()
  return bare === '' ? text.trim() !== '' : /^[-‐-―−_?.…/*]+$/.test(bare) || WORDS.has(bare)
}
