import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createSmtpMailer,
  type Mailer,
  MailNotSentError,
  MailRejectedError,
  readSmtpAddress,
} from '../../../server/mail/mailer.ts'
import { openTestServer, PASSWORD, type TestServer } from '../../support/server.ts'
import { openSmtpServer, type SmtpServer } from '../../support/smtp.ts'

let smtp: SmtpServer
let post: Mailer
let server: TestServer

beforeAll(async () => {
  smtp = await openSmtpServer()
  post = createSmtpMailer(smtp.url, 'Atelier <no-reply@atelier.example>')
  server = await openTestServer({ deps: { mailer: post, publicUrl: 'https://atelier.example' } })
})
beforeEach(async () => {
  await server.reset()
  smtp.received.length = 0
  Object.assign(smtp.refuse, { times: 0, text: undefined })
})
afterAll(async () => {
  await server.close()
  await post.close()
  await smtp.close()
})

/** Decodes quoted-printable, which nodemailer uses for long lines. */
const plain = (raw: string) =>
  raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

test.each([
  ['smtp://smtp.example', { host: 'smtp.example', port: 587, secure: false }],
  ['smtps://smtp.example', { host: 'smtp.example', port: 465, secure: true }],
  ['smtps://smtp.example:2525', { host: 'smtp.example', port: 2525, secure: true }],
  [
    'smtp://user%40house:p%40ss%3Aword@smtp.example:25',
    { host: 'smtp.example', port: 25, secure: false, auth: { user: 'user@house', pass: 'p@ss:word' } },
  ],
])('the address %s of a mail server has these parts', (url, address) => {
  expect(readSmtpAddress(url)).toEqual(address)
})

describe('a mail server', () => {
  test('receives the mail as text and HTML, from our account, with links to the client', async () => {
    await server.call('POST /v1/auth/signup', { body: { email: 'new@house.example', password: PASSWORD } })
    await server.deps.jobs.idle()
    expect(smtp.received).toEqual([
      { from: 'no-reply@atelier.example', to: ['new@house.example'], raw: expect.any(String), user: 'atelier' },
    ])
    const raw = plain(smtp.received[0]!.raw)
    expect(raw).toMatch(/^Subject: Verify your e-mail address for Atelier\r$/m)
    expect(raw).toContain('Content-Type: text/plain')
    expect(raw).toContain('Content-Type: text/html')
    const [, id] = /https:\/\/atelier\.example\/verify\?id=([\w-]{43})\s/.exec(raw) ?? []
    const verified = await server.call('POST /v1/users/verify', { body: { verificationId: id, password: PASSWORD } })
    expect(verified.status).toBe(200)
  })

  const mail = { to: 'a@house.example', subject: 'One', text: 'one', html: '<p>one</p>' }

  test('that refuses temporarily causes another error than a permanent refusal', async () => {
    Object.assign(smtp.refuse, { times: 1, code: 451 })
    await expect(post.send(mail, 'one')).rejects.toThrow(new MailNotSentError('DATA EMESSAGE 451'))
    for (const code of [500, 550]) {
      Object.assign(smtp.refuse, { times: 1, code })
      await expect(post.send(mail, 'one')).rejects.toThrow(new MailRejectedError(`The mail server refused it: ${code}`))
    }
    await expect(post.send(mail, 'one')).resolves.toBeUndefined()
    expect([smtp.received.length, smtp.refuse.times]).toEqual([1, 0])
  })

  test('that refuses the credentials or is unreachable causes an error that allows a retry', async () => {
    const url = smtp.url.replace('atelier:', 'another:')
    for (const [other, reason] of [
      [url, 'AUTH PLAIN EAUTH 535'],
      ['smtp://127.0.0.1:1', 'CONN ECONNREFUSED'],
    ] as const) {
      const stranger = createSmtpMailer(other, 'Atelier <no-reply@atelier.example>')
      await expect(stranger.send(mail, 'one')).rejects.toThrow(new MailNotSentError(reason))
      await stranger.close()
    }
  })

  test.each([
    ['the greeting', ''],
    ['the response to a command', '220 smtp.house.example ESMTP\r\n'],
  ])('that never sends %s causes a timeout, so that the mail is tried again', async (_, greeting) => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => {
      sockets.push(socket.on('error', () => {}))
      if (greeting) socket.write(greeting)
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const hanging = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'Atelier <no-reply@atelier.example>', 200)
    try {
      await expect(hanging.send(mail, 'one')).rejects.toBeInstanceOf(MailNotSentError)
    } finally {
      await hanging.close()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => silent.close(resolve))
    }
  })

  test('receives the same Message-ID when the email of a job is sent again', async () => {
    const another = createSmtpMailer(smtp.url, 'Atelier <no-reply@atelier.example>')
    for (const mailer of [post, another]) await mailer.send(mail, '0198-job')
    await another.close()
    const headers = smtp.received.map(({ raw }) => raw.match(/^(?:Message-ID|To): .+/gim))
    expect(headers).toEqual(Array(2).fill(['To: a@house.example', 'Message-ID: <0198-job@atelier.example>']))
  })

  test('receives an email that it refused temporarily once the job is retried', async () => {
    await server.account('user', 'here@house.example')
    Object.assign(smtp.refuse, { times: 2, code: 451 })
    await server.call('POST /v1/auth/request-login-code', { body: { email: 'here@house.example' } })
    await server.deps.jobs.idle()
    for (const ms of [1_500, 6_000]) {
      expect(smtp.received).toEqual([])
      server.advance(ms)
      server.deps.jobs.wake()
      await server.deps.jobs.idle()
    }
    expect(smtp.received.map(({ to }) => to)).toEqual([['here@house.example']])
  })

  test('that quotes a refused email in its response reveals no link or code to admins', async () => {
    const admin = await server.account('admin')
    await server.account('user', 'here@house.example')
    await server.deps.jobs.idle()
    const quoting = (raw: string) =>
      `5.7.1 blocked: ${plain(raw)
        .match(/\?id=\S+|^ +\d{6}\r?$/gm)
        ?.join(' ')}`
    Object.assign(smtp.refuse, { times: 1, code: 554, text: quoting })
    await server.call('POST /v1/users/reset-password', { body: { email: 'here@house.example' } })
    await server.deps.jobs.idle()
    const { data } = await admin.client.jobs.list({ query: { kind: ['mail'], status: ['failed'] } })
    expect(data.map(({ letter, error }) => [letter, error])).toEqual([
      ['reset', 'The mail server refused it: 554 5.7.1'],
    ])
  })

  test('that refuses the recipient is quoted in the error, because the server has no email to quote yet', async () => {
    const job = post.send({ ...mail, to: 'full@house.example' }, 'one')
    await expect(job).rejects.toThrow(
      new MailRejectedError('The mail server refused it: 550 5.2.2 The mailbox is full'),
    )
  })

  test('that refuses every email does not change the response to a request for a sign-in code', async () => {
    await server.account('user', 'here@house.example')
    await server.deps.jobs.idle()
    Object.assign(smtp.refuse, { times: 9, code: 550 })
    const response = await server.call('POST /v1/auth/request-login-code', { body: { email: 'here@house.example' } })
    await server.deps.jobs.idle()
    expect([response.status, response.body]).toEqual([200, { requestId: expect.any(String) }])
  })
})
