// Where a client may be answered: https, this machine, or a scheme of its own, and nothing that a browser acts on by itself.
import { expect, test } from 'vitest'
import { registerClient } from '../../../core/oauth/client.ts'
import { as, aUser, useCore } from '../../harness.ts'

const core = useCore()
const register = async (uri: string) =>
  registerClient(as(core(), await aUser(core())), { redirect_uris: [uri] })

test.each([
  ...['javascript:alert(1)', 'JavaScript:x', 'data:text/html,x', 'vbscript:x', 'about:blank'],
  ...['blob:https://a.example/1', 'file:///etc/passwd', 'filesystem:https://a.example/t'],
  ...['view-source:https://a.example/', 'intent://a.example/x'],
  ...['http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'https://127.1/', 'http://[0:0::1]/'],
  ...['http://a.example/', 'https://a.example/#f', 'https://me@a.example/'],
])('%s is refused', async (uri) => {
  await expect(register(uri)).rejects.toMatchObject({ code: 'invalid_redirect_uri' })
})

test.each([
  ...['https://a.example/cb', 'http://localhost:1/', 'http://127.0.0.1:1/', 'http://[::1]:1/'],
  ...['cursor://callback', 'com.example.app:/cb', 'vscode://x.y/cb'],
])('%s is taken', async (uri) => {
  expect((await register(uri)).redirect_uris).toEqual([uri])
})
