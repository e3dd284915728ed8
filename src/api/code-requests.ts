import * as v from 'valibot'
import { MAX_CODE_REQUEST_IDS } from './contract/auth.ts'
import type { Client } from './contract/client.ts'
import { ApiError } from './contract/errors.ts'
import type { contract } from './contract/index.ts'
import { createStoredText, type StoredText } from './storage.ts'

/** Time that a request id is stored, in milliseconds. Equals the validity of a code. */
const CODE_REQUEST_TTL_MS = 10 * 60_000

/** Key in local storage. All tabs share it, because a user may request a code in one tab and enter it in another. */
export const CODE_REQUESTS_KEY = 'atelier:code-requests'

type CodePurpose = 'login' | 'verify' | 'reset'

const StoredCodeRequests = v.array(
  v.object({ purpose: v.string(), email: v.string(), id: v.string(), until: v.number() }),
)
type StoredCodeRequests = v.InferOutput<typeof StoredCodeRequests>

type Api = Pick<Client<typeof contract>, 'auth' | 'users'>

/** Returns the address that a sign-in code was mailed to, while the code is valid. */
export type PendingCodeEmail = () => string | undefined

/**
 * Wraps the API's client so that a mailed code works only in the browser that requested the code. The response to a request for a
 * code contains a request id, which is stored while the code is valid. A code is sent with the newest stored ids, because the
 * code may belong to any of the requests. `getPendingEmail` returns the address that the latest sign-in code was mailed to.
 * `forgetCodes` deletes all stored ids.
 */
export function withCodeRequestIds<A extends Api>(
  api: A,
  now: () => number = Date.now,
  storage: StoredText = createStoredText(CODE_REQUESTS_KEY),
): { api: A; getPendingEmail: PendingCodeEmail; forgetCodes: () => void } {
  const read = (): StoredCodeRequests => {
    try {
      return v.parse(StoredCodeRequests, JSON.parse(storage.read() ?? '[]')).filter(({ until }) => until > now())
    } catch {
      return []
    }
  }
  const store = (purpose: CodePurpose, typedEmail: string, id: string | undefined) => {
    if (id === undefined) return
    const email = normalizeEmail(typedEmail)
    storage.write(JSON.stringify([...read(), { purpose, email, id, until: now() + CODE_REQUEST_TTL_MS }]))
  }
  const findRequestIds = (purpose: CodePurpose, email: string) =>
    read()
      .flatMap((request) => (request.purpose === purpose && request.email === normalizeEmail(email) ? request.id : []))
      .slice(-MAX_CODE_REQUEST_IDS)
  const remove = (purpose: CodePurpose, email: string) => {
    const remaining = read().filter((request) => request.purpose !== purpose || request.email !== normalizeEmail(email))
    storage.write(remaining.length > 0 ? JSON.stringify(remaining) : null)
  }

  /** Stores the id from the response of a call. */
  const storingRequestId = <C extends (input: never, ...rest: never[]) => Promise<unknown>>(
    purpose: CodePurpose,
    call: C,
  ) =>
    (async (input: { body: { email?: string } }, ...rest: never[]) => {
      const response = await call(input as never, ...rest)
      store(purpose, input.body.email ?? '', (response as { requestId?: string } | undefined)?.requestId)
      return response
    }) as unknown as C
  /** Sends the stored ids with a code, and removes them once the code was accepted. */
  const sendingRequestIds = <C extends (input: never, ...rest: never[]) => Promise<unknown>>(
    purpose: CodePurpose,
    call: C,
  ) =>
    (async (input: { body: { email?: string; code?: string } }, ...rest: never[]) => {
      const { email, code } = input.body
      if (email === undefined || code === undefined) return call(input as never, ...rest)
      const ids = findRequestIds(purpose, email)
      const send = (requestId: string | string[] | undefined) =>
        call({ ...input, body: { ...input.body, ...(requestId && { requestId }) } } as never, ...rest)
      const newest = ids.at(-1)
      const response = await send(ids.length > 1 ? ids : newest).catch((error: unknown) => {
        // A server of the previous version accepts only a single id.
        if (ids.length > 1 && isRequestIdError(error)) return send(newest)
        throw error
      })
      remove(purpose, email)
      return response
    }) as unknown as C

  const { auth, users } = api
  return {
    api: {
      ...api,
      auth: {
        ...auth,
        signupPasswordless: storingRequestId('login', auth.signupPasswordless),
        requestLoginCode: storingRequestId('login', auth.requestLoginCode),
        login: sendingRequestIds('login', auth.login),
      },
      users: {
        ...users,
        resetPassword: storingRequestId('reset', users.resetPassword),
        passwordByCode: sendingRequestIds('reset', users.passwordByCode),
        verify: sendingRequestIds('verify', storingRequestId('verify', users.verify)),
      },
    },
    getPendingEmail: () => read().findLast(({ purpose }) => purpose === 'login')?.email,
    forgetCodes: () => storage.write(null),
  }
}

const isRequestIdError = (error: unknown) =>
  error instanceof ApiError && error.fieldErrors.some(({ path }) => path.startsWith('body.requestId'))

const normalizeEmail = (email: string) => email.trim().toLowerCase()
