import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { writeAuditEntry } from './audit.ts'
import { addNotice } from './notices.ts'
import { endSessions, revokeSessions } from './sessions.ts'

interface SignOutDeps {
  db: Kysely<Database>
  now: () => Date
}

interface SessionEnder {
  address: string
  caller: { id: string }
}

/** Returns the id of the acting user for the audit log; empty if the acting user owns the session. */
const actorDetails = (userId: string, { caller }: SessionEnder) => (caller.id === userId ? {} : { by: caller.id })

export function endUserSession(
  { db, now }: SignOutDeps,
  userId: string,
  sessionId: string,
  endedBy: SessionEnder,
): Promise<boolean> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const [ended] = await revokeSessions(trx, at, (sessions) =>
      sessions.where('id', '=', sessionId).where('user_id', '=', userId).where('expires_at', '>', at),
    )
    if (!ended) return false
    const details = { sessionId, ...actorDetails(userId, endedBy) }
    await writeAuditEntry(trx, at, { action: 'logout', userId, address: endedBy.address, details })
    await notifySessionsEnded(trx, at, userId, endedBy)
    return true
  })
}

/** Signs a user out everywhere, API tokens included. */
export function endAllSessions({ db, now }: SignOutDeps, userId: string, endedBy: SessionEnder): Promise<void> {
  const at = now()
  const { address } = endedBy
  return db.transaction().execute(async (trx) => {
    await endSessions(trx, at, userId, { reason: 'logout-everywhere', address })
    await writeAuditEntry(trx, at, {
      action: 'logout-everywhere',
      userId,
      address,
      details: actorDetails(userId, endedBy),
    })
    await notifySessionsEnded(trx, at, userId, endedBy)
  })
}

/** Notifies the owner of sessions that another user ended them. The notice does not reveal the IP address of that user. */
async function notifySessionsEnded(
  trx: Kysely<Database>,
  at: Date,
  userId: string,
  { caller }: SessionEnder,
): Promise<void> {
  if (caller.id === userId) return
  await addNotice(trx, at, { userId, change: { what: 'sessions-ended' }, address: '' })
}
