import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { audit } from './audit.ts'
import { endSessions, revoke } from './sessions.ts'

interface Needs {
  db: Kysely<Database>
  now: () => Date
}

/** Who ends sessions, and from where. */
interface Ender {
  address: string
  caller: { id: string }
}

/** What the audit says besides where somebody else ended a session: who did. */
const byWhom = (userId: string, { caller }: Ender) => (caller.id === userId ? {} : { by: caller.id })

/** Ends one session of a user by its id; tells whether there was one that had not ended. */
export function endSessionOf({ db, now }: Needs, userId: string, sessionId: string, ender: Ender): Promise<boolean> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const [ended] = await revoke(trx, at, (sessions) =>
      sessions.where('id', '=', sessionId).where('user_id', '=', userId).where('expires_at', '>', at),
    )
    if (!ended) return false
    const details = { sessionId, ...byWhom(userId, ender) }
    await audit(trx, at, { action: 'logout', userId, address: ender.address, details })
    return true
  })
}

/** Signs a user out everywhere, API tokens included. */
export function endAllSessions({ db, now }: Needs, userId: string, ender: Ender): Promise<void> {
  const at = now()
  const { address } = ender
  return db.transaction().execute(async (trx) => {
    await endSessions(trx, at, userId, { reason: 'logout-everywhere', address })
    await audit(trx, at, { action: 'logout-everywhere', userId, address, details: byWhom(userId, ender) })
  })
}
