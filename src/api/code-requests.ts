import * as v from 'valibot'
import { MOST_REQUESTS } from './contract/auth.ts'
import type { Client } from './contract/client.ts'
import { ApiError } from './contract/errors.ts'
import type { contract } from './contract/index.ts'
import { type KeptText, keptText } from './storage.ts'

/** For how long what binds a code is kept, in milliseconds: a code is good for ten minutes. */
const KEPT_MS = 10 * 60_000

/** The key it is kept under in the browser's local storage: a code is often typed in another tab than asked for. */
export const CODE_REQUESTS_KEY = 'atelier:code-requests'

/** What a mailed code is for. */
type Purpose = 'login' | 'verify' | 'reset'

const Kept = v.array(v.object({ purpose: v.string(), email: v.string(), id: v.string(), until: v.number() }))
type Kept = v.InferOutput<typeof Kept>

type Api = Pick<Client<typeof contract>, 'auth' | 'users'>

/** The address that a code to sign in with was mailed to, and may still be typed. */
export type AwaitedCode = () => string | undefined

/**
 * The API's client with what binds mailed codes to this browser: the answer of a call that asks for a code holds an id,
 * which is kept for as long as the code is good and sent with it: all of the newest, for whichever of them it was mailed. `awaited` tells for whom one to sign in was asked last; `forgetCodes` leaves no address behind.
 */
export function keepCodeRequests<A extends Api>(
  api: A,
  now: () => number = Date.now,
  kept: KeptText = keptText(CODE_REQUESTS_KEY),
): { api: A; awaited: AwaitedCode; forgetCodes: () => void } {
  const read = (): Kept => {
    try {
      return v.parse(Kept, JSON.parse(kept.read() ?? '[]')).filter(({ until }) => until > now())
    } catch {
      return []
    }
  }
  const keep = (purpose: Purpose, given: string, id: string | undefined) => {
    if (id === undefined) return
    const email = plain(given)
    kept.write(JSON.stringify([...read(), { purpose, email, id, until: now() + KEPT_MS }]))
  }
  const idsOf = (purpose: Purpose, email: string) =>
    read()
      .flatMap((it) => (it.purpose === purpose && it.email === plain(email) ? it.id : []))
      .slice(-MOST_REQUESTS)
  const forget = (purpose: Purpose, email: string) => {
    const others = read().filter((it) => it.purpose !== purpose || it.email !== plain(email))
    kept.write(others.length > 0 ? JSON.stringify(others) : null)
  }

  /** Keeps the id that a call is answered with. */
  const asking = <C extends (input: never, ...rest: never[]) => Promise<unknown>>(purpose: Purpose, call: C) =>
    (async (input: { body: { email?: string } }, ...rest: never[]) => {
      const answer = await call(input as never, ...rest)
      keep(purpose, input.body.email ?? '', (answer as { requestId?: string } | undefined)?.requestId)
      return answer
    }) as unknown as C
  /** Sends the kept ids with a code, and forgets them once the code was good. */
  const bringing = <C extends (input: never, ...rest: never[]) => Promise<unknown>>(purpose: Purpose, call: C) =>
    (async (input: { body: { email?: string; code?: string } }, ...rest: never[]) => {
      const { email, code } = input.body
      if (email === undefined || code === undefined) return call(input as never, ...rest)
      const ids = idsOf(purpose, email)
      const bring = (requestId: string | string[] | undefined) =>
        call({ ...input, body: { ...input.body, ...(requestId && { requestId }) } } as never, ...rest)
      const newest = ids.at(-1)
      const answer = await bring(ids.length > 1 ? ids : newest).catch((fault: unknown) => {
        // A server of the version before knows one alone.
        if (ids.length > 1 && isAboutIds(fault)) return bring(newest)
        throw fault
      })
      forget(purpose, email)
      return answer
    }) as unknown as C

  const { auth, users } = api
  return {
    api: {
      ...api,
      auth: {
        ...auth,
        signupPasswordless: asking('login', auth.signupPasswordless),
        requestLoginCode: asking('login', auth.requestLoginCode),
        login: bringing('login', auth.login),
      },
      users: {
        ...users,
        resetPassword: asking('reset', users.resetPassword),
        passwordByCode: bringing('reset', users.passwordByCode),
        verify: bringing('verify', asking('verify', users.verify)),
      },
    },
    awaited: () => read().findLast(({ purpose }) => purpose === 'login')?.email,
    forgetCodes: () => kept.write(null),
  }
}

const isAboutIds = (fault: unknown) =>
  fault instanceof ApiError && fault.faults.some(({ path }) => path.startsWith('body.requestId'))

const plain = (email: string) => email.trim().toLowerCase()
