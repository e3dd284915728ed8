import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { packAbility } from '../../../server/auth/abilities.ts'
import { callerOf } from '../../../server/auth/caller.ts'
import { makeKey } from '../../../server/auth/keys.ts'
import { LIMITS } from '../../../server/auth/rate-limit.ts'
import type { Revocations } from '../../../server/auth/revocations.ts'
import { createTokens } from '../../../server/auth/tokens.ts'
import { DatabaseAway } from '../../../server/db/faults.ts'
import type { Database } from '../../../server/db/schema.ts'
import { BEGINNING } from '../../support/server.ts'

test('a token that cannot be judged is not taken for none: a guest who signs up would lose what is theirs', async () => {
  const tokens = await createTokens({ keys: [await makeKey(BEGINNING)] }, () => BEGINNING)
  const ability = packAbility({ id: 'guest', role: 'anonymous', applicationIds: [] })
  const token = await tokens.sign({ sub: 'guest', ability, anonymous: true, sid: 'session' })
  const needs = { tokens, now: () => BEGINNING, limits: LIMITS, db: {} as Kysely<Database> }
  const away = { has: () => Promise.reject(new DatabaseAway('away')) } as unknown as Revocations
  await expect(callerOf({ ...needs, revocations: away }, `Bearer ${token}`, 'anyone', 'POST')).rejects.toBeInstanceOf(
    DatabaseAway,
  )
  const ended = { has: async () => true } as unknown as Revocations
  expect(await callerOf({ ...needs, revocations: ended }, `Bearer ${token}`, 'anyone', 'POST')).toBeUndefined()
})
