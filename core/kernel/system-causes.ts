// Explains system errors and suggests what to do: a full disk, too many open files, a file size limit.
import { isTlsFailure, messageOf, systemCodeOf } from './errors.ts'

export interface Cause {
  reason: string
  hint: string
}

const FULL_DISK_HINT = 'Free some space and try again; nothing that was saved is lost.'
const FILES_HINT = 'Close something, or allow more (`ulimit -n`), and try again. Nothing is damaged.'
export const SIZE_HINT = 'Run crm where `ulimit -f` says unlimited. Nothing is damaged.'

const tooManyFiles = (): Cause => ({ reason: 'Too many files are open.', hint: FILES_HINT })

const CAUSES: Record<string, (where: string) => Cause> = {
  ENOSPC: (where) => ({ reason: `The disk that holds ${where} is full.`, hint: FULL_DISK_HINT }),
  EDQUOT: (where) => ({ reason: `Your disk quota for ${where} is used up.`, hint: FULL_DISK_HINT }),
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  EFBIG: (where) => ({
    reason: `A file in ${where} may not grow: this shell limits the size of files.`,
    hint: SIZE_HINT,
  }),
  EROFS: (where) => ({
    reason: `${where} is on a read-only file system.`,
    hint: 'Set CRM_HOME to a folder you can write to.',
  }),
}

/** Why the system refused an operation in the folder `where`; undefined for other causes. */
export const systemCause = (thrown: unknown, where: string): Cause | undefined =>
  CAUSES[systemCodeOf(thrown) ?? '']?.(where)

const UNWRITABLE: Readonly<Record<string, string>> = {
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'a folder of that name is there',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  ENAMETOOLONG: 'its name is too long',
}

/** Why a file cannot be written, as the end of a sentence; undefined for other causes. */
export const unwritable = (thrown: unknown): string | undefined => UNWRITABLE[systemCodeOf(thrown) ?? '']

/** Why a server cannot be reached, as the end of a sentence. */
export function unreached(thrown: unknown): string {
  const code = systemCodeOf(thrown) ?? messageOf(thrown)
  if (/^ENOTFOUND|^EAI_/.test(code)) return 'there is no server of that name'
  if (/^ECONNREFUSED/.test(code)) return 'nothing listens at this address and port'
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'it took too long'
  if (/ECONNRESET|UND_ERR_SOCKET|EPIPE|HPE_/.test(code)) return 'it closed the connection'
  if (/^(?:EHOST|ENET)UNREACH/.test(code)) return 'there is no route to it'
  return isTlsFailure({ code }) ? 'its TLS certificate is not accepted' : code
}
