import type { Kysely } from 'kysely'
import type { Env } from '../boot/env.ts'
import type { Database } from '../db/schema.ts'
import { loadSigningKeys, readKeyFile } from './signing-keys.ts'
import { checkEnvKeys, type KeyStore, loadStoredKeys, readTokenSettings, reloadStoredKeys } from './stored-keys.ts'
import { createTokenService, type TokenService } from './token-service.ts'

/** Time after the upgrade of the database in which tokens of earlier versions are accepted, in milliseconds. */
const UPGRADE_GRACE_MS = 3_600_000

type TokenEnv = Pick<Env, 'DATA_DIR' | 'DATABASE_URL' | 'KEYS_SECRET' | 'PUBLIC_URL' | 'TOKEN_KEYS'>

/**
 * Creates the token service of a server process. The keys come from `TOKEN_KEYS`, the shared database, or the data folder. Throws
 * StartupError if this process is not allowed to use its keys.
 */
export async function loadTokenService(env: TokenEnv, db: Kysely<Database>, now: () => Date): Promise<TokenService> {
  const store: KeyStore = { db, now, secret: env.KEYS_SECRET }
  const { store_id, created_at } = await readTokenSettings(db)
  const options = {
    audience: env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : store_id,
    acceptWithoutAudienceUntil: new Date(created_at.getTime() + UPGRADE_GRACE_MS),
  }
  if (env.TOKEN_KEYS) {
    if (env.DATABASE_URL) await checkEnvKeys(store, env.TOKEN_KEYS)
    return createTokenService(env.TOKEN_KEYS, now, options)
  }
  if (env.DATABASE_URL) {
    const keys = await loadStoredKeys(store, () => readKeyFile(env.DATA_DIR))
    return createTokenService(keys, now, { ...options, reload: () => reloadStoredKeys(store) })
  }
  const read = () => loadSigningKeys(env.DATA_DIR, now())
  return createTokenService(await read(), now, { ...options, reload: read })
}
