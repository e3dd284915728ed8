import type { Selectable } from 'kysely'
import { abilityNow, isTokenGood } from '../auth/standing.ts'
import type { Caller } from '../call.ts'
import type { ImportTable } from '../db/tables/files.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'

/**
 * Whoever asked for an import, with the rights of now: of an API token no more than its scopes grant. Asked for each asset, for an
 * import may take hours. Throws `NOT_FOUND` where the application is gone, and `FORBIDDEN` where the right to add to it is, or the
 * API token that the import was asked for with.
 */
export async function callerOfImport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { owner_id: userId, application_id: applicationId, scopes, token_id: tokenId }: Selectable<ImportTable>,
): Promise<Caller> {
  const application = await db
    .selectFrom('applications')
    .select('owner_id')
    .where('id', '=', applicationId)
    .executeTakeFirst()
  if (!application) throw notFound('The application')
  if (tokenId !== null && !(await isTokenGood(db, now(), tokenId)))
    throw new Refusal('FORBIDDEN', 'The API token that asked for this import was revoked or has ended.')
  const ability = await abilityNow(db, now(), { userId, scopes })
  const subject = { __caslSubjectType__: 'Application', ownerId: application.owner_id } as never
  if (!ability?.can('create', 'Asset') || !ability.can('update', subject))
    throw new Refusal(
      'FORBIDDEN',
      'The account that asked for this import may no longer add assets to the application.',
    )
  return { id: userId, anonymous: false, sessionId: '', ability, until: now() }
}
