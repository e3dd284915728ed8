import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { answerOf } from '../support.ts'

/** A password that nobody guesses. */
export const LONG = 'quiet harbour at dusk'

/** An address that nobody has yet. */
export const newAddress = (): string => `path-${randomUUID().slice(0, 13)}@atelier.example`

interface Mail {
  to: string
  subject: string
  text: string
}

/** The mails to an address about something, the newest first. */
async function mailsTo(request: APIRequestContext, address: string, subject: RegExp): Promise<Mail[]> {
  const mails: Mail[] = await (await request.get('/dev/mailbox.json')).json()
  return mails.filter((mail) => mail.to === address && subject.test(mail.subject))
}

/** The code of the newest mail to an address, or of the first, once there are so many. */
export async function mailedCode(
  request: APIRequestContext,
  address: string,
  count = 1,
  which: 'newest' | 'first' = 'newest',
): Promise<string> {
  const codes = async () =>
    (await mailsTo(request, address, /signing in|^Verify/)).flatMap(({ text }) => /^\s*(\d{6})$/m.exec(text)?.[1] ?? [])
  await expect
    .poll(async () => (await codes()).length, `${address} should have ${count} mails`)
    .toBeGreaterThanOrEqual(count)
  return (await codes()).at(which === 'newest' ? 0 : -1)!
}

/** The id of the newest link that proves an address. */
export async function mailedLink(request: APIRequestContext, address: string): Promise<string> {
  const links = async () =>
    (await mailsTo(request, address, /^Verify/)).flatMap(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? [])
  await expect.poll(async () => (await links()).length, `${address} should have a link`).toBeGreaterThan(0)
  return new URL((await links())[0]!).searchParams.get('id') ?? ''
}

/** Makes an account whose address is not proved yet; answers its address and token. */
export async function makeUnverified(request: APIRequestContext): Promise<{ email: string; token: string }> {
  const email = newAddress()
  const data = { email, password: LONG }
  const answer = await answerOf(() => request.post('/v1/auth/signup', { data }))
  expect(answer.status()).toBe(201)
  return { email, token: (await answer.json()).token }
}

/** Makes an account that may sign in with its password; answers its address. */
export async function makeVerified(request: APIRequestContext): Promise<string> {
  const { email, token } = await makeUnverified(request)
  const verificationId = await mailedLink(request, email)
  const data = { verificationId, keepSignUp: true }
  const headers = { authorization: `Bearer ${token}` }
  const answer = await answerOf(() => request.post('/v1/users/verify', { data, headers }))
  expect(answer.ok()).toBe(true)
  return email
}
