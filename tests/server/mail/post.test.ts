import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSmtpPost, type Post } from '../../../server/mail/post.ts'
import { openTestServer, PASSWORD, type TestServer } from '../../support/server.ts'
import { openSmtpServer, type SmtpServer } from '../../support/smtp.ts'

let smtp: SmtpServer
let post: Post
let server: TestServer

beforeAll(async () => {
  smtp = await openSmtpServer()
  post = createSmtpPost(smtp.url, 'Atelier <no-reply@atelier.example>', [0])
  server = await openTestServer({ deps: { post, publicUrl: 'https://atelier.example' } })
})
beforeEach(async () => {
  await server.reset()
  smtp.arrived.length = 0
  smtp.refuse.times = 0
})
afterAll(async () => {
  await server.close()
  await post.close()
  await smtp.close()
})

/** Undoes quoted-printable, which nodemailer writes long lines in. */
const plain = (raw: string) =>
  raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

describe('a mail server', () => {
  test('is handed the mail as text and HTML, from our account, with links to where the client is', async () => {
    await server.call('POST /v1/auth/signup', { body: { email: 'new@house.example', password: PASSWORD } })
    await server.deps.later.idle()
    expect(smtp.arrived).toEqual([
      { from: 'no-reply@atelier.example', to: ['new@house.example'], raw: expect.any(String), user: 'atelier' },
    ])
    const raw = plain(smtp.arrived[0]!.raw)
    expect(raw).toMatch(/^Subject: Verify your e-mail address for Atelier\r$/m)
    expect(raw).toContain('Content-Type: text/plain')
    expect(raw).toContain('Content-Type: text/html')
    const [, id] = /https:\/\/atelier\.example\/verify\?id=([\w-]{43})\s/.exec(raw) ?? []
    const verified = await server.call('POST /v1/users/verify', { body: { verificationId: id } })
    expect(verified.status).toBe(200)
  })

  test('is asked again where it refuses for now, and not where it refuses for good', async () => {
    const mail = { to: 'a@house.example', subject: 'One', text: 'one', html: '<p>one</p>' }
    smtp.refuse.times = 1
    await post.send(mail)
    expect(smtp.arrived).toHaveLength(1)
    Object.assign(smtp.refuse, { times: 1, code: 550 })
    await expect(post.send(mail)).rejects.toThrow('not now')
    expect([smtp.arrived.length, smtp.refuse.times]).toEqual([1, 0])
  })

  test('that fails changes no answer', async () => {
    await server.account('user', 'here@house.example')
    await server.deps.later.idle()
    Object.assign(smtp.refuse, { times: 9, code: 550 })
    const known = await server.call('POST /v1/auth/request-login-code', { body: { email: 'here@house.example' } })
    await server.deps.later.idle()
    expect([known.status, known.body]).toEqual([200, { requestId: expect.any(String) }])
  })
})
