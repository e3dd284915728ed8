import type { auth } from '../../src/api/contract/auth.ts'
import { addGuest, addUser, refuseCommon } from '../auth/accounts.ts'
import { audit } from '../auth/audit.ts'
import { countMail, mailProof } from '../auth/mailed.ts'
import { isLinkGood } from '../auth/proofs.ts'
import { countCall } from '../auth/rate-limit.ts'
import { endSession, endSessions, listSessions, refreshSession, startSession } from '../auth/sessions.ts'
import { signInWithCode, signInWithPassword } from '../auth/sign-in.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'

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
    const userId = await addUser(deps, body, caller, address)
    mailProof(deps, body.email, 'verify', call)
    return startSession(deps, userId, call, 'sign-up')
  },

  async signupPasswordless({ body }, call) {
    await countCall(deps, 'signup', call.address, deps.limits.signupsFromAddress)
    await addUser(deps, body, call.caller, call.address)
    mailProof(deps, body.email, 'login', call)
    return {}
  },

  async requestLoginCode({ body: { email } }, call) {
    await countMail(deps, email, call)
    mailProof(deps, email, 'login', call)
    return {}
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

  async logoutEverywhere(_, { caller, address }) {
    const at = deps.now()
    await deps.db.transaction().execute(async (trx) => {
      await endSessions(trx, at, caller.id)
      await audit(trx, at, { action: 'logout-everywhere', userId: caller.id, address })
    })
    return {}
  },
})
