import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from '../../../server/app.ts'
import { letter } from '../../../server/mail/letters.ts'
import { ORIGIN, openTestServer, PASSWORD, type TestServer } from '../../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('the mailbox shows the newest mail first, as JSON and as a page without scripts, to its own origin', async () => {
  await server.call('POST /v1/auth/signup', { body: { email: 'a@house.example', password: PASSWORD } })
  await server.deps.later.idle()
  await server.call('POST /v1/users/reset-password', { body: { email: 'a@house.example' } })
  await server.deps.later.idle()
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
  expect(headers.get('access-control-allow-origin')).toBe(ORIGIN)
  const page = await server.call('GET /dev/mailbox')
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(page.body).toContain('<a href="http://house.test/verify?id=')
  expect(page.body).not.toContain('<script')
})

test('in production there is no mailbox, though mails are kept', async () => {
  const app = createServer({ ...server.deps, isProduction: true })
  for (const path of ['/dev/mailbox', '/dev/mailbox.json'])
    expect([path, (await app.request(`${ORIGIN}${path}`)).status]).toEqual([path, 404])
})

test('a letter holds no markup but its own', () => {
  const { html } = letter('a@house.example', 'verify', { code: '012345', linkId: 'x' }, 'https://a.example/"><script>')
  expect(html).not.toContain('<script>')
  expect(letter('a@house.example', 'login', { code: '012345' }, 'https://a.example').text).not.toContain('http')
})
