import type { Selectable } from 'kysely'
import type { Caller } from '../auth/call.ts'
import { isApiTokenValid, readCurrentAbility } from '../auth/current-ability.ts'
import type { Deps } from '../boot/deps.ts'
import type { ImportTable } from '../db/tables/files.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'

/**
 * Returns the owner of an import with current permissions, limited to the API token's scopes if a token was used. Called for each
 * asset, because an import may take hours. Throws `NOT_FOUND` if the application was deleted. Throws `FORBIDDEN` if the owner may
 * no longer add assets to the application, or the API token ended.
 */
export async function readImportCaller(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { owner_id: userId, application_id: applicationId, scopes, token_id: tokenId }: Selectable<ImportTable>,
): Promise<Caller> {
  const application = await db
    .selectFrom('applications')
    .select('owner_id')
    .where('id', '=', applicationId)
    .executeTakeFirst()
  if (!application) throw notFoundError('The application')
  if (tokenId !== null && !(await isApiTokenValid(db, now(), tokenId)))
    throw new HttpError('FORBIDDEN', 'The API token that requested this import was revoked or has expired.')
  const ability = await readCurrentAbility(db, now(), { userId, scopes })
  const subject = { __caslSubjectType__: 'Application', ownerId: application.owner_id } as never
  if (!ability?.can('create', 'Asset') || !ability.can('update', subject))
    throw new HttpError(
      'FORBIDDEN',
      'The account that requested this import can no longer add assets to the application.',
    )
  return { id: userId, anonymous: false, sessionId: '', ability, rightsExpireAt: now() }
}
