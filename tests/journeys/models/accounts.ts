import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { retryWhileBusy } from '../support.ts'

export const STRONG_PASSWORD = 'quiet harbour at dusk'

export const createUnusedEmail = (): string => `path-${randomUUID().slice(0, 13)}@atelier.example`

interface DevMail {
  to: string
  subject: string
  text: string
}

async function listMails(request: APIRequestContext, address: string, subject: RegExp): Promise<DevMail[]> {
  const mails: DevMail[] = await (await request.get('/dev/mailbox.json')).json()
  return mails.filter((mail) => mail.to === address && subject.test(mail.subject))
}

/** Waits for `count` mailed codes. Returns the newest or the first code. */
export async function waitForMailedCode(
  request: APIRequestContext,
  address: string,
  count = 1,
  which: 'newest' | 'first' = 'newest',
): Promise<string> {
  const codes = async () =>
    (await listMails(request, address, /signing in|^Verify/)).flatMap(
      ({ text }) => /^\s*(\d{6})$/m.exec(text)?.[1] ?? [],
    )
  await expect
    .poll(async () => (await codes()).length, `${address} should have ${count} mails`)
    .toBeGreaterThanOrEqual(count)
  return (await codes()).at(which === 'newest' ? 0 : -1)!
}

export async function waitForMailedLink(request: APIRequestContext, address: string): Promise<string> {
  const links = async () =>
    (await listMails(request, address, /^Verify/)).flatMap(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? [])
  await expect.poll(async () => (await links()).length, `${address} should have a link`).toBeGreaterThan(0)
  return new URL((await links())[0]!).searchParams.get('id') ?? ''
}

/** Creates an account with an unverified e-mail. Returns the e-mail and an access token. */
export async function createUnverifiedAccount(request: APIRequestContext): Promise<{ email: string; token: string }> {
  const email = createUnusedEmail()
  const data = { email, password: STRONG_PASSWORD }
  const response = await retryWhileBusy(() => request.post('/v1/auth/signup', { data }))
  expect(response.status()).toBe(201)
  return { email, token: (await response.json()).token }
}

/** Creates a verified account with the password {@link STRONG_PASSWORD}. Returns the e-mail. */
export async function createVerifiedAccount(request: APIRequestContext): Promise<string> {
  const { email, token } = await createUnverifiedAccount(request)
  const verificationId = await waitForMailedLink(request, email)
  const data = { verificationId, keepSignUp: true }
  const headers = { authorization: `Bearer ${token}` }
  const response = await retryWhileBusy(() => request.post('/v1/users/verify', { data, headers }))
  expect(response.ok()).toBe(true)
  return email
}
