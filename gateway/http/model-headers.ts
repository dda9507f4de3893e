// The request headers for a caller's own model: provider, model and API key.
import type { Request } from 'express'
import type { OwnModel } from '../../core/kernel/context.ts'

export const MODEL_HEADERS = {
  provider: 'X-AI-Provider',
  model: 'X-AI-Model',
  key: 'X-User-API-Key',
} as const satisfies Record<keyof OwnModel, string>

const textOf = (req: Request, name: string): string | undefined => {
  const value = req.headers[name.toLowerCase()]
  return typeof value === 'string' && value.trim() ? value.trim() : undefined
}

/** The caller's model from these headers. None of it is logged. */
export const ownModelOf = (req: Request): OwnModel => ({
  provider: textOf(req, MODEL_HEADERS.provider)?.toLowerCase(),
  model: textOf(req, MODEL_HEADERS.model),
  key: textOf(req, MODEL_HEADERS.key),
})
