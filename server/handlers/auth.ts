import type { auth } from '../../src/api/contract/auth.ts'
import { addGuest, addUser, Overtaken, refuseCommon } from '../auth/accounts.ts'
import { countLookup } from '../auth/lookups.ts'
import { countMail, mailProof, sendProof } from '../auth/mailed.ts'
import { isLinkGood, newRequestId } from '../auth/proofs.ts'
import { countCall } from '../auth/rate-limit.ts'
import { refreshSession } from '../auth/refresh-session.ts'
import { endSession, listSessions, startSession } from '../auth/sessions.ts'
import { signInWithCode, signInWithPassword } from '../auth/sign-in.ts'
import { endAllSessions } from '../auth/sign-out.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'

/** Accounts and sign-ins. */
export const authHandlers = (deps: Deps): ServiceHandlers<typeof auth> => ({
  async signup({ body }, call) {
    const { address, caller } = call
    if (!('email' in body)) {
      await countCall(deps, 'guest', address, deps.limits.guestsFromAddress)
      return startSession(deps, await addGuest(deps), call, 'guest')
    }
    await refuseCommon(body.password)
    await countCall(deps, 'signup', address, deps.limits.signupsFromAddress)
    const { userId, passwordHash } = await addUser(deps, body, caller, address).catch(async (fault: unknown) => {
      // It tells as much as a look-up does.
      if (isTaken(fault)) await countLookup(deps, address)
      throw fault
    })
    const session = await startSession(deps, userId, call, 'sign-up', passwordHash)
    const { sid } = await deps.tokens.verify(session.token)
    mailProof(deps, body.email, 'verify', call, { sessionId: sid })
    return session
  },

  async signupPasswordless({ body }, call) {
    const { address, caller } = call
    await countCall(deps, 'signup', address, deps.limits.signupsFromAddress)
    await countMail(deps, body.email, 'login', call)
    const requestId = newRequestId()
    const askedAt = deps.now()
    // After the answer, which must not tell whether there was an account: not even by its time.
    deps.later.add('sign up without a password', async () => {
      const isWelcomeBack = await addUser(deps, { ...body, askedAt }, caller, address).then(
        () => false,
        (fault: unknown) => {
          // Whoever has the address by now is mailed; nobody else is.
          if (isTaken(fault) || fault instanceof Overtaken) return true
          throw fault
        },
      )
      await sendProof(deps, body.email, 'login', call, { requestId, isWelcomeBack })
    })
    return { requestId }
  },

  async requestLoginCode({ body: { email } }, call) {
    await countMail(deps, email, 'login', call)
    const requestId = newRequestId()
    mailProof(deps, email, 'login', call, { requestId })
    return { requestId }
  },

  login: ({ body }, call) => ('code' in body ? signInWithCode(deps, body, call) : signInWithPassword(deps, body, call)),

  async refresh({ body }, call) {
    await countCall(deps, 'refresh', call.address, deps.limits.refreshesFromAddress)
    return refreshSession(deps, body.refreshToken, call)
  },

  async logout({ body }, call) {
    await endSession(deps, body.refreshToken, call)
    return {}
  },

  async passwordIdVerification({ body }) {
    return { data: { isValid: await isLinkGood(deps, body.id, 'reset') } }
  },

  async sessions(_, { caller }) {
    return { data: await listSessions(deps, caller.id, caller.sessionId) }
  },

  async logoutEverywhere(_, call) {
    await endAllSessions(deps, call.caller.id, call)
    return {}
  },
})

const isTaken = (fault: unknown) => fault instanceof Refusal && fault.code === 'EMAIL_TAKEN'
