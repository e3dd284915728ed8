import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePort } from '../../support/free-port.ts'
import { PASSWORD } from '../../support/server.ts'
import { type ServerProcess, startServer } from '../../support/server-process.ts'
import { openSmtpServer, type SmtpServer } from '../../support/smtp.ts'

let folder: string
let smtp: SmtpServer
let running: ServerProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-mail-'))
  smtp = await openSmtpServer()
})
afterAll(async () => {
  await running?.kill()
  await smtp.close()
  await rm(folder, { recursive: true, force: true })
})

test('an email survives a killed server while the mail server is unreachable, and is sent after restart', async () => {
  const env = { SEED_DEMO: '0', PUBLIC_URL: 'https://atelier.example' }
  const silent = `smtp://127.0.0.1:${await findFreePort()}`
  running = await startServer(folder, { ...env, SMTP_URL: silent })
  const send = (path: string, body: object) =>
    fetch(`${running!.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await send('/v1/auth/signup', { email: 'ada@house.example', password: PASSWORD })).status).toBe(201)
  await running.kill()

  running = await startServer(folder, { ...env, SMTP_URL: smtp.url })
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), 120_000)
  expect(smtp.received[0]!.to).toEqual(['ada@house.example'])
  const id = /\/verify\?id=3D([\w-]{43})/.exec(smtp.received[0]!.raw.replace(/=\r\n/g, ''))?.[1]
  expect((await send('/v1/users/verify', { verificationId: id, password: PASSWORD })).status).toBe(200)
}, 600_000)
