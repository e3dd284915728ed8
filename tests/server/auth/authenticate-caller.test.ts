import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { packAbility } from '../../../server/auth/abilities.ts'
import { authenticateCaller } from '../../../server/auth/authenticate-caller.ts'
import { RATE_LIMITS } from '../../../server/auth/rate-limit.ts'
import type { Revocations } from '../../../server/auth/revocations.ts'
import { createSigningKey } from '../../../server/auth/signing-keys.ts'
import { createTokenService } from '../../../server/auth/token-service.ts'
import type { Database } from '../../../server/db/schema.ts'
import { DatabaseUnavailableError } from '../../../server/errors/database-errors.ts'
import { START_TIME } from '../../support/server.ts'

test('a token whose revocation cannot be checked raises an error; a revoked token counts as no token', async () => {
  const tokens = await createTokenService({ keys: [await createSigningKey(START_TIME)] }, () => START_TIME)
  const ability = packAbility({ id: 'guest', role: 'anonymous', applicationIds: [] })
  const token = await tokens.sign({ sub: 'guest', ability, anonymous: true, sid: 'session' })
  const needs = { tokens, now: () => START_TIME, limits: RATE_LIMITS, db: {} as Kysely<Database> }
  const unreachableRevocations = {
    has: () => Promise.reject(new DatabaseUnavailableError('unreachable')),
  } as unknown as Revocations
  await expect(
    authenticateCaller({ ...needs, revocations: unreachableRevocations }, `Bearer ${token}`, 'anyone', 'POST'),
  ).rejects.toBeInstanceOf(DatabaseUnavailableError)
  const ended = { has: async () => true } as unknown as Revocations
  expect(
    await authenticateCaller({ ...needs, revocations: ended }, `Bearer ${token}`, 'anyone', 'POST'),
  ).toBeUndefined()
})
