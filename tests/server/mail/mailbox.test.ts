import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../server/boot/app.ts'
import { composeProofMail } from '../../../server/mail/proof-mail.ts'
import { ORIGIN, openTestServer, PASSWORD, type TestServer } from '../../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('the mailbox lists emails newest first, as JSON or a page without scripts, and not for other origins', async () => {
  await server.call('POST /v1/auth/signup', { body: { email: 'a@house.example', password: PASSWORD } })
  await server.deps.jobs.idle()
  await server.call('POST /v1/users/reset-password', { body: { email: 'a@house.example' } })
  await server.deps.jobs.idle()
  const { body: mails, headers } = await server.call('GET /dev/mailbox.json')
  expect(mails.map((mail: { subject: string }) => mail.subject)).toEqual([
    'Set a new password for Atelier',
    'Verify your e-mail address for Atelier',
  ])
  expect(mails[0]).toEqual({
    id: expect.any(String),
    at: server.deps.now().toISOString(),
    from: 'atelier@house.example',
    to: 'a@house.example',
    subject: 'Set a new password for Atelier',
    text: expect.stringMatching(/\n {4}\d{6}\n[\s\S]*http:\/\/house\.test\/reset-password\?id=[\w-]{43}\n/),
    html: expect.stringContaining('<a href="http://house.test/reset-password?id='),
  })
  expect(headers.get('access-control-allow-origin')).toBe(null)
  const page = await server.call('GET /dev/mailbox')
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(page.body).toContain('<a href="http://house.test/verify?id=')
  expect(page.body).not.toContain('<script')
})

test('in production neither path of the mailbox is found', async () => {
  const app = createApp({ ...server.deps, isProduction: true })
  for (const path of ['/dev/mailbox', '/dev/mailbox.json'])
    expect([path, (await app.request(`${ORIGIN}${path}`)).status]).toEqual([path, 404])
})

test('an email escapes markup in its link', () => {
  const { html } = composeProofMail(
    'a@house.example',
    'verify',
    { code: '012345', linkId: 'x' },
    'https://a.example/"><script>',
  )
  expect(html).not.toContain('<script>')
  expect(composeProofMail('a@house.example', 'login', { code: '012345' }, 'https://a.example').text).not.toContain(
    'http',
  )
})

describe('the mailbox', () => {
  /** Requests the mailbox over a simulated connection from `peer`. */
  const from = (path: string, peer: string, forwarded?: string) =>
    createApp(server.deps).request(
      `${ORIGIN}${path}`,
      forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } },
      { incoming: { socket: { remoteAddress: peer }, headersDistinct: { host: ['house.test'] } } },
    )

  test.each<[string, string | undefined, number]>([
    ['127.0.0.1', undefined, 200],
    ['::ffff:127.0.0.1', undefined, 200],
    ['::1', undefined, 200],
    ['::1', '127.0.0.1', 200],
    ['192.0.2.2', undefined, 404],
    ['192.0.2.2', '127.0.0.1', 404],
    ['127.0.0.1', '192.0.2.2', 404],
    ['127.0.0.1', '127.0.0.1, 192.0.2.2', 404],
    ['127.0.0.1', 'localhost', 404],
    ['::ffff:192.0.2.2', undefined, 404],
  ])('responds to a connection from %s, forwarded for %s, with %i', async (peer, forwarded, status) => {
    for (const path of ['/dev/mailbox', '/dev/mailbox.json'])
      expect([path, (await from(path, peer, forwarded)).status]).toEqual([path, status])
  })
})
