// The session cookie, with the name given in the specification.
import type { Response } from 'express'
import type { Config } from '../../core/config.ts'

export const SESSION_COOKIE = 'sb-access-token'

/** Sets the cookie, or clears it for null. It is Secure when the service uses https. */
export function setSessionCookie(
  res: Response,
  session: { token: string; expiresAt: string } | null,
  { publicUrl }: Config,
): void {
  res.cookie(SESSION_COOKIE, session?.token ?? '', {
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    path: '/',
    expires: new Date(session?.expiresAt ?? 0),
  })
}
