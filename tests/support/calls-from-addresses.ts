import { getErrorCodeOrStatus } from './account-calls.ts'
import { PASSWORD, type RawResponse, type TestServer } from './server.ts'

export const OWNER = 'ada@house.example'
export const UNKNOWN_EMAIL = 'nobody@house.example'
/** Network address from which the owner signed in. */
export const HOME = '198.51.100.7'
export const ELSEWHERE = '198.51.100.8'

/** Returns one of the attacker's network addresses. Each is in a separate network. */
export const getAttackerAddress = (n: number) => `203.${n >> 8}.${n & 255}.7`

export function countByCode(responses: RawResponse[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const code of responses.map(getErrorCodeOrStatus)) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** Returns functions that call a server from given network addresses, which a trusted proxy reports. */
export function createCallsFrom(server: () => TestServer) {
  const call = (endpoint: string, from: string, body?: object) =>
    server().call(endpoint, { ...(body && { body }), headers: { 'x-forwarded-for': from } })
  const login = (password: string, from: string, email = OWNER) =>
    call('POST /v1/auth/login', from, { email, password })
  /** Requests an email from a network address, and returns its code and link with the id of the request. */
  async function requestMail(path: string, from: string, email = OWNER) {
    await server().sentMails(email)
    const response = await call(`POST /v1/${path}`, from, { email })
    if (response.status >= 400) throw new Error(getErrorCodeOrStatus(response))
    return { ...(await server().newestMailCodeAndLink(email)), requestId: response.body.requestId as string }
  }
  const loginByCode = (code: string, requestId: string, from: string) =>
    call('POST /v1/auth/login', from, { email: OWNER, code, requestId })
  /** Creates the owner's account with a verified address, and signs in from the owner's network address. */
  async function settleOwner() {
    await call('POST /v1/auth/signup', HOME, { email: OWNER, password: PASSWORD })
    const { db, now } = server().deps
    await db.updateTable('users').set({ verified_at: now() }).where('email', '=', OWNER).execute()
    const { status } = await login(PASSWORD, HOME)
    if (status !== 200) throw new Error(`The owner was not signed in: ${status}`)
  }
  return { call, login, requestMail, loginByCode, settleOwner }
}
