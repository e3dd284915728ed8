import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../server/boot/app.ts'
import { ORIGIN, openTestServer, PASSWORD, type TestServer } from '../../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('in production neither path of the mailbox is found', async () => {
  const app = createApp({ ...server.deps, isProduction: true })
  for (const path of ['/dev/mailbox', '/dev/mailbox.json'])
    expect([path, (await app.request(`${ORIGIN}${path}`)).status]).toEqual([path, 404])
})

const readPolicies = (headers: Headers) => ({
  cache: headers.get('cache-control'),
  origins: headers.get('access-control-allow-origin'),
  resourcePolicy: headers.get('cross-origin-resource-policy'),
  referrers: headers.get('referrer-policy'),
})
const POLICIES = { cache: 'no-store', origins: null, resourcePolicy: 'same-origin', referrers: 'no-referrer' }

describe('the mailbox', () => {
  describe('with stored emails', () => {
    beforeEach(() => server.reset())

    test('lists emails newest first, as JSON or a page without scripts, and not for other origins', async () => {
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
      const page = await server.call('GET /dev/mailbox')
      expect(page.headers.get('content-type')).toMatch(/^text\/html/)
      for (const sent of [headers, page.headers]) expect(readPolicies(sent)).toEqual(POLICIES)
      const [{ at }, { text }] = mails
      const [link] = /http:\S+/.exec(text)!
      expect(page.body).toContain(`<a href="${link}">${link}</a>\n`)
      const articles = /<article>[\s\S]*<\/article>/.exec(page.body)![0].replace(/<pre>[\s\S]*?<\/pre>/g, '<pre></pre>')
      expect(articles).toBe(
        ['Set a new password for Atelier', 'Verify your e-mail address for Atelier']
          .map(
            (subject) => `<article>
<h2>${subject}</h2>
<p>To a@house.example, <time datetime="${at}">${at}</time></p>
<pre></pre>
</article>`,
          )
          .join('\n'),
      )
      expect(page.body).not.toContain('<script')
      expect(page.body).not.toContain('No e-mails yet.')
    })

    test('shows a page without emails, and makes secure addresses links too', async () => {
      expect((await server.call('GET /dev/mailbox')).body).toContain('<p>No e-mails yet.</p>')
      await server.deps.mailer.send(
        { to: 'a@house.example', subject: 'One', text: 'https://a.example/x, y', html: '' },
        '1',
      )
      expect((await server.call('GET /dev/mailbox')).body).toContain(
        '<pre><a href="https://a.example/x,">https://a.example/x,</a> y</pre>',
      )
    })
  })

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
    ['127.0.0.1', '127.0.0.1 , ::1', 200],
    ['127.0.0.1', '127.0.0.1, 192.0.2.2', 404],
    ['127.0.0.1', 'localhost', 404],
    ['::ffff:192.0.2.2', undefined, 404],
  ])('responds to a connection from %s, forwarded for %s, with %i', async (peer, forwarded, status) => {
    for (const path of ['/dev/mailbox', '/dev/mailbox.json']) {
      const response = await from(path, peer, forwarded)
      expect([path, response.status]).toEqual([path, status])
      if (status === 200) expect(readPolicies(response.headers)).toEqual(POLICIES)
    }
  })
})
