import type { Kysely } from 'kysely'
import type { ProofMethod, RequiredProof } from '../../src/api/contract/auth.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../errors/http-error.ts'
import type { Caller } from './call.ts'

export const FRESH_PROOF_MS = 10 * 60_000

interface FreshProofDeps {
  db: Kysely<Database>
  now: () => Date
}

/**
 * Throws `FRESH_AUTH_REQUIRED` unless the caller's session was proved within the last 10 minutes, and `NOT_SIGNED_IN` once the
 * session has ended. Reads the session's row, because access tokens do not contain the time of the proof. Guests pass, because
 * they have no credentials.
 */
export async function requireFreshProof({ db, now }: FreshProofDeps, { id, sessionId }: Caller): Promise<void> {
  const at = now()
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['proved_at', 'email', 'password_hash'])
    .where('sessions.id', '=', sessionId)
    .where('users.id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  if (!session) throw sessionEndedError()
  if (session.email === null || isFresh(session.proved_at, at)) return
  const methods: ProofMethod[] = session.password_hash === null ? ['code'] : ['password', 'code']
  throw new HttpError('FRESH_AUTH_REQUIRED', 'Confirm that it is you, with your password or a code.', {
    methods,
  } satisfies RequiredProof)
}

const isFresh = (provedAt: Date | null, at: Date): boolean =>
  provedAt !== null && at.getTime() - provedAt.getTime() < FRESH_PROOF_MS

/** Records that the user of the session proved to own the account. Throws `NOT_SIGNED_IN` once the session has ended. */
export async function markSessionProved(trx: Kysely<Database>, at: Date, { id, sessionId }: Caller): Promise<void> {
  const proved = await trx
    .updateTable('sessions')
    .set({ proved_at: at })
    .where('id', '=', sessionId)
    .where('user_id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('id')
    .executeTakeFirst()
  if (!proved) throw sessionEndedError()
}

export const sessionEndedError = () => new HttpError('NOT_SIGNED_IN', 'This session has ended. Sign in again.')
