import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordSignIn } from '../../../server/auth/known-ip-addresses.ts'
import { queueChangeMails } from '../../../server/auth/notices.ts'
import { setRoleByEmail } from '../../../server/auth/set-role.ts'
import { resolveMailLanguage } from '../../../server/db/tables/account-security-change.ts'
import { MailNotSentError } from '../../../server/mail/mailer.ts'
import { openTestServer, PASSWORD, type TestAccount, type TestServer } from '../../support/server.ts'

const HOUR = 3_600_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let server: TestServer
/** Whether sending any mail fails. */
let isUnreachable = false

beforeAll(async () => {
  server = await openTestServer()
  const { mailer } = server.deps
  const send = mailer.send.bind(mailer)
  mailer.send = async (mail, id) => {
    if (isUnreachable) throw new MailNotSentError('CONN ECONNREFUSED')
    await send(mail, id)
  }
})
afterAll(() => server.close())
beforeEach(() => {
  isUnreachable = false
  return server.reset()
})

const subjects = async ({ email }: TestAccount) =>
  (await server.sentMails(email)).map(({ subject }) => subject).reverse()
const makeToken = ({ token }: TestAccount, name = 'CI') =>
  server.call('POST /v1/api-tokens', {
    token,
    body: { name, scopes: ['read'], expiresAt: '2026-03-20T00:00:00.000Z' },
  })

describe('an email about changes', () => {
  test('reports every change of credentials, rights and webhooks', async () => {
    const admin = await server.account('admin')
    const user = await server.account('user')
    const call = async (endpoint: string, body?: object, of = admin) => {
      const response = await server.call(endpoint, { token: of.token, ...(body && { body }) })
      // Waits for the mail of each call, because the server combines notices while a mail is pending.
      await server.sentMails(of.email)
      return response
    }
    const webhook = (await call('POST /v1/webhooks', { url: 'https://one.example/' })).body
    await call(`PATCH /v1/webhooks/${webhook.id}`, { url: 'https://two.example/' })
    await call(`POST /v1/webhooks/${webhook.id}/rotate-secret`)
    await makeToken(user)
    await server.sentMails(user.email)
    await call('PATCH /v1/users/me/password', { current: PASSWORD, password: 'another-quiet-harbour-8' }, user)
    await call(`PUT /v1/users/${user.id}/role`, { role: 'developer' })
    await server.account('developer', user.email)
    await call(`DELETE /v1/users/${user.id}/sessions`)
    expect(await subjects(admin)).toEqual([
      'A webhook was added in Atelier',
      'A webhook was changed in Atelier',
      'The secret of a webhook was replaced in Atelier',
      'You changed a role in Atelier',
    ])
    expect(await subjects(user)).toEqual([
      'An API token was created for your Atelier account',
      'Your Atelier password was changed',
      'Your role in Atelier was changed',
      'You were signed out of Atelier',
    ])
  })

  test('states what changed, when, from where and what to do, without secrets or links that change anything', async () => {
    const user = await server.account('user')
    const { body } = await makeToken(user, 'Visit https://evil.example/now')
    const [mail] = await server.sentMails(user.email)
    expect(mail!.text).toBe(`There was a change to your Atelier account.

The API token “Visit https   evil example now” was created.
    When: 2 March 2026 at 09:00 UTC
    From: the server itself

If this was you, or if you expected it, there is nothing to do.

If it wasn’t you, set a new password. That signs out every device and revokes every API token.

Set a new password:
http://house.test/forgot

See where you’re signed in:
http://house.test/account

If you can no longer sign in, contact an Atelier admin.
`)
    for (const secret of [body.token, body.hint]) expect(mail!.text + mail!.html).not.toContain(secret)
  })

  test('is written in the language that the recipient’s browser requests', async () => {
    const user = await server.account('user')
    await server.call('POST /v1/auth/login', {
      body: { email: user.email, password: PASSWORD },
      headers: { 'accept-language': 'fr;q=0.9, de-AT, en' },
    })
    await makeToken(user)
    const [mail] = await server.sentMails(user.email)
    expect(mail!.subject).toBe('Für dein Atelier-Konto wurde ein API-Token erstellt')
    expect(mail!.html).toContain('<html lang="de">')
  })

  test('reaches verified addresses only', async () => {
    const email = 'unverified@house.example'
    const { body } = await server.call('POST /v1/auth/signup', { body: { email, password: PASSWORD } })
    const before = (await server.sentMails(email)).length
    const change = { current: PASSWORD, password: 'another-quiet-harbour-8' }
    expect((await server.call('PATCH /v1/users/me/password', { token: body.token, body: change })).status).toBe(200)
    expect(await server.sentMails(email)).toHaveLength(before)
  })

  test('is limited to five an hour, and the next email summarises the changes that were not mailed', async () => {
    const user = await server.account('user')
    for (let i = 0; i < 8; i++) {
      await makeToken(user, `CI ${i}`)
      await server.sentMails(user.email)
    }
    expect(await server.sentMails(user.email)).toHaveLength(5)
    server.advance(HOUR)
    await queueChangeMails(server.deps)
    const [last, ...before] = await server.sentMails(user.email)
    expect(before).toHaveLength(5)
    expect(last!.subject).toBe('3 changes to your Atelier account')
    for (const name of ['CI 5', 'CI 6', 'CI 7']) expect(last!.text).toContain(`“${name}”`)
    await queueChangeMails(server.deps)
    expect(await server.sentMails(user.email)).toHaveLength(6)
  })

  test('gets sent after an outage of the mail server, and its job stores only topic and address', async () => {
    const user = await server.account('user')
    isUnreachable = true
    expect((await makeToken(user, 'Nightly export')).status).toBe(201)
    expect(await server.sentMails(user.email)).toEqual([])
    isUnreachable = false
    server.advance(HOUR)
    server.deps.jobs.wake()
    const [mail, ...others] = await server.sentMails(user.email)
    expect(others).toEqual([])
    expect(mail!.text).toContain('The API token “Nightly export” was created.')
    const job = await server.deps.db.selectFrom('jobs').select(['status', 'payload']).executeTakeFirstOrThrow()
    expect(job).toEqual({ status: 'done', payload: { letter: 'changes', to: user.email } })
  })

  test('gets sent once, however many processes send concurrently', async () => {
    const user = await server.account('user')
    await recordSignIn(server.deps, user.id, { address: '203.0.113.7', userAgent: FIREFOX })
    await Promise.all(Array.from({ length: 10 }, () => queueChangeMails(server.deps)))
    expect(await subjects(user)).toEqual(['New sign-in to your Atelier account'])
  })
})

describe('a sign-in', () => {
  const signIn = async ({ id }: TestAccount, address: string, userAgent?: string) => {
    await recordSignIn(server.deps, id, { address, userAgent })
    await queueChangeMails(server.deps)
  }

  test('from a new network sends an email that names the network and the browser', async () => {
    const user = await server.account('user')
    await signIn(user, '203.0.113.7', FIREFOX)
    const [mail] = await server.sentMails(user.email)
    expect(mail!.subject).toBe('New sign-in to your Atelier account')
    expect(mail!.text).toContain('From: 203.0.113.7, Firefox, Linux')
  })

  test('from a new network sends its email in the previous language, so that the owner can read the email', async () => {
    const user = await server.account('user')
    await recordSignIn(server.deps, user.id, { address: '203.0.113.7', userAgent: FIREFOX, language: 'de' })
    await queueChangeMails(server.deps)
    expect(await subjects(user)).toEqual(['New sign-in to your Atelier account'])
  })

  test('from a known network sends no email', async () => {
    const user = await server.account('user')
    await signIn(user, '203.0.113.7')
    await signIn(user, '203.0.113.99')
    expect(await server.sentMails(user.email)).toHaveLength(1)
  })

  test('sends no email if it is the first sign-in of the account', async () => {
    const user = await server.account('user')
    await server.deps.db.deleteFrom('known_addresses').execute()
    await signIn(user, '203.0.113.7')
    expect(await server.sentMails(user.email)).toEqual([])
  })

  test('from a new network sends an email even after 90 days, when all known networks have expired', async () => {
    const user = await server.account('user')
    await server.account('user')
    server.advance(91 * 24 * HOUR)
    await signIn(user, '203.0.113.7')
    expect(await server.sentMails(user.email)).toHaveLength(1)
  })
})

describe('the webhooks of an admin who loses the role', () => {
  const addWebhook = async ({ token }: TestAccount) =>
    (await server.call('POST /v1/webhooks', { token, body: { url: 'https://maker.example/' } })).body

  test('get disabled with a reason, and every admin is notified', async () => {
    const maker = await server.account('admin', 'maker@house.example')
    const admin = await server.account('admin')
    const webhook = await addWebhook(maker)
    await server.call(`PUT /v1/users/${maker.id}/role`, { token: admin.token, body: { role: 'developer' } })
    const firstWebhook = async () => (await admin.client.webhooks.list()).data[0]
    expect(await firstWebhook()).toMatchObject({ isEnabled: false, offReason: 'maker-lost-right' })
    const [mail] = await server.sentMails(admin.email)
    expect(mail!.text).toContain('The webhooks of this user were switched off: maker.example.')
    const { db, now } = server.deps
    const audited = db.selectFrom('audit').select('details').where('action', '=', 'webhook-switched-off')
    const details = { webhookId: webhook.id, host: 'maker.example', reason: 'maker-lost-right', userId: maker.id }
    expect(await audited.execute()).toEqual([{ details }])

    // The admin who enables the webhook is responsible for it from then on.
    await server.call(`PATCH /v1/webhooks/${webhook.id}`, { token: admin.token, body: { isEnabled: true } })
    expect(await firstWebhook()).not.toHaveProperty('offReason')
    await setRoleByEmail(db, now, admin.email, 'user')
    const row = await db.selectFrom('webhooks').select(['is_enabled', 'off_reason']).executeTakeFirst()
    expect(row).toEqual({ is_enabled: false, off_reason: 'maker-lost-right' })
  })

  test('stay enabled if another admin is responsible for them', async () => {
    const maker = await server.account('admin', 'maker@house.example')
    const admin = await server.account('admin')
    const { id } = await addWebhook(maker)
    await server.call(`POST /v1/webhooks/${id}/rotate-secret`, { token: admin.token })
    await server.call(`PUT /v1/users/${maker.id}/role`, { token: admin.token, body: { role: 'user' } })
    expect((await admin.client.webhooks.list()).data[0]).toMatchObject({ isEnabled: true })
  })
})

test.each([
  ['German', 'de', 'de'],
  ['German before English', 'de-AT;q=0.8, en', 'de'],
  ['an unsupported language before English', 'fr, EN-us;q=0.5', 'en'],
  ['a word that begins with a language code', 'denmark', undefined],
  ['an empty header', '', undefined],
  ['no header', undefined, undefined],
  ['an overlong header', `${'x,'.repeat(5000)}de`, undefined],
])('reads the language of emails from Accept-Language: %s', (_, header, language) => {
  expect(resolveMailLanguage(header)).toBe(language)
})
