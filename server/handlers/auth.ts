import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { auth } from '../../src/api/contract/auth.ts'
import { addGuest, addUser, assertUncommonPassword } from '../auth/accounts.ts'
import { countEmailLookup } from '../auth/count-email-lookup.ts'
import { recordSignIn } from '../auth/known-ip-addresses.ts'
import { countMailRequest, queueProofMail } from '../auth/proof-mails.ts'
import { createCodeRequestId, findLink } from '../auth/proofs.ts'
import { proveSession, requestProofCode } from '../auth/prove-session.ts'
import { countAttempt } from '../auth/rate-limit.ts'
import { refreshSession } from '../auth/refresh-session.ts'
import { endSession, listSessions, startSession } from '../auth/sessions.ts'
import { signInWithCode, signInWithPassword } from '../auth/sign-in.ts'
import { endAllSessions, endUserSession } from '../auth/sign-out.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'
import type { ServiceHandlers } from './bind-routes.ts'

export const createAuthHandlers = (deps: Deps): ServiceHandlers<typeof auth> => ({
  async signup({ body }, call) {
    const { address, caller } = call
    if (!('email' in body)) {
      await countAttempt(deps, 'guest', address, deps.limits.guestsFromAddress)
      return startSession(deps, await addGuest(deps), call, 'guest')
    }
    await assertUncommonPassword(body.password)
    await countAttempt(deps, 'signup', address, deps.limits.signupsFromAddress)
    const { now } = deps
    const sessionId = uuidv7()
    const mailTo = (db: Kysely<Database>) => queueProofMail({ db, now }, body.email, 'verify', call, { sessionId })
    const { userId, passwordHash } = await addUser(deps, body, caller, address, mailTo).catch(
      async (error: unknown) => {
        // The error reveals that the address is registered, so it counts as an e-mail lookup.
        if (isEmailTaken(error)) await countEmailLookup(deps, address)
        throw error
      },
    )
    const session = await startSession(deps, userId, call, 'sign-up', passwordHash, sessionId)
    await recordSignIn(deps, userId, call)
    return session
  },

  async signupPasswordless({ body }, call) {
    const { address, caller } = call
    await countAttempt(deps, 'signup', address, deps.limits.signupsFromAddress)
    await countMailRequest(deps, body.email, 'login', call)
    const requestId = createCodeRequestId()
    const guest = caller && { id: caller.id, sessionId: caller.sessionId }
    // The job that sends the e-mail creates the account, because the response must not reveal whether an account existed.
    await queueProofMail(deps, body.email, 'login', call, { requestId, signUp: { name: body.name, guest } })
    return { requestId }
  },

  async requestLoginCode({ body: { email } }, call) {
    await countMailRequest(deps, email, 'login', call)
    const requestId = createCodeRequestId()
    await queueProofMail(deps, email, 'login', call, { requestId })
    return { requestId }
  },

  login: ({ body }, call) => ('code' in body ? signInWithCode(deps, body, call) : signInWithPassword(deps, body, call)),

  async refresh({ body }, call) {
    await countAttempt(deps, 'refresh', call.address, deps.limits.refreshesFromAddress)
    return refreshSession(deps, body.refreshToken, call)
  },

  async logout({ body }, call) {
    await endSession(deps, body.refreshToken, call)
    return {}
  },

  async passwordIdVerification({ body }) {
    const { state } = await findLink(deps.db, body.id, 'reset', deps.now())
    return { data: { isValid: state === 'good', state } }
  },

  async requestProofCode(_, call) {
    return { requestId: await requestProofCode(deps, call) }
  },

  async prove({ body }, call) {
    await proveSession(deps, body, call)
    return {}
  },

  async sessions(_, { caller }) {
    return { data: await listSessions(deps, caller.id, caller.sessionId) }
  },

  async endSession({ params: { sessionId } }, call) {
    if (!(await endUserSession(deps, call.caller.id, sessionId, call))) throw notFoundError('The session')
    return {}
  },

  async logoutEverywhere(_, call) {
    await endAllSessions(deps, call.caller.id, call)
    return {}
  },
})

const isEmailTaken = (error: unknown) => error instanceof HttpError && error.code === 'EMAIL_TAKEN'
