import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { SigningKeyTable } from '../db/tables/accounts.ts'
import { StartupError } from '../errors/startup-error.ts'
import {
  createSigningKey,
  isRotationDue,
  type KeySet,
  type SigningKey,
  selectVerifyingKeys,
  type TokenKeys,
} from './signing-keys.ts'

export interface KeyStore {
  db: Kysely<Database>
  now: () => Date
  secret?: string | undefined
}

type Row = Selectable<SigningKeyTable>

/** Reads existing keys, newest last. A database without keys stores these keys. */
type ReadExisting = () => Promise<readonly SigningKey[]>

/**
 * Returns the keys shared by all processes on a database. Creates the first key, or stores the `existing` keys, and rotates under
 * a lock, so that only one of several processes creates a key. Throws StartupError if the other processes use `TOKEN_KEYS`, or if
 * the signing key cannot be decrypted.
 */
export async function loadStoredKeys(store: KeyStore, existing: ReadExisting = async () => []): Promise<TokenKeys> {
  const rows = await readOrUpdateRows(store, existing)
  return toTokenKeys(store, rows, requirePrivateKey(rows.at(-1)!, store.secret))
}

/**
 * Returns the current keys for a running process, and rotates the signing key if the rotation is due. If the newest key is
 * encrypted with another secret, this process can verify tokens with that key, but cannot sign tokens.
 */
export async function reloadStoredKeys(store: KeyStore): Promise<TokenKeys> {
  const rows = await readOrUpdateRows(store, async () => [])
  return toTokenKeys(store, rows, decryptPrivateKey(rows.at(-1)!, store.secret))
}

async function readOrUpdateRows(store: KeyStore, existing: ReadExisting): Promise<Row[]> {
  const { given_keys } = await readTokenSettings(store.db)
  if (given_keys !== null)
    throw new StartupError(
      'The other processes of this database use TOKEN_KEYS: set the same keys here, or run "npm run keys -- accept" without TOKEN_KEYS to store the keys in the database.',
    )
  const rows = await readRows(store.db)
  const newest = rows.at(-1)
  return newest && mustStayUnchanged(newest, store) ? rows : adoptOrRotate(store, existing)
}

/**
 * Returns whether this process must leave the stored keys unchanged: no rotation or encryption of the newest key is due, or this
 * process cannot decrypt the key. A process that cannot decrypt the key may have a wrong KEYS_SECRET.
 */
const mustStayUnchanged = (newest: Row, { now, secret }: KeyStore): boolean =>
  newest.is_sealed
    ? !isRotationDue(toKey(newest), now()) || decryptPrivateKey(newest, secret) === undefined
    : !isRotationDue(toKey(newest), now()) && !secret

/** Adopts, rotates or encrypts keys as necessary, in one process at a time. */
function adoptOrRotate(store: KeyStore, readExisting: ReadExisting): Promise<Row[]> {
  return withKeyLock(store, async (trx) => {
    let rows = await readRows(trx)
    const existing = rows.length === 0 ? await readExisting() : []
    if (existing.length > 0) {
      await insertKeys(trx, store.secret, existing)
      rows = await readRows(trx)
    }
    const newest = rows.at(-1)
    if (newest && mustStayUnchanged(newest, store)) return rows
    if (isRotationDue(newest && toKey(newest), store.now())) await addKey(trx, store)
    else if (store.secret && newest?.private_key && !newest.is_sealed)
      await trx
        .updateTable('signing_keys')
        .set({ private_key: sealKey(store.secret, newest.kid, newest.private_key), is_sealed: true })
        .where('kid', '=', newest.kid)
        .execute()
    return readRows(trx)
  })
}

/** Adds a new signing key, encrypted with the current `KEYS_SECRET`. Returns its `kid`. */
export const rotateStoredKeys = (store: KeyStore): Promise<string> => withKeyLock(store, (trx) => addKey(trx, store))

/** Removes a key. If the key was the signing key, a new key replaces it. Returns whether the key existed. */
export function revokeStoredKey(store: KeyStore, kid: string): Promise<boolean> {
  return withKeyLock(store, async (trx) => {
    const rows = await readRows(trx)
    if (!rows.some((row) => row.kid === kid)) return false
    if (rows.at(-1)?.kid === kid) await addKey(trx, store)
    await trx.deleteFrom('signing_keys').where('kid', '=', kid).execute()
    return true
  })
}

/** Lists the stored keys without private halves, newest last. */
export const listStoredKeys = async (db: Kysely<Database>): Promise<{ kid: string; createdAt: number }[]> =>
  (await readRows(db)).map(toKey).map(({ kid, createdAt }) => ({ kid, createdAt }))

/**
 * Throws StartupError if `TOKEN_KEYS` differ from the keys of the other processes on this database. The first process stores a
 * fingerprint of `TOKEN_KEYS`.
 */
export async function checkEnvKeys({ db, now }: KeyStore, envKeys: KeySet): Promise<void> {
  const fingerprint = computeFingerprint(envKeys)
  await withKeyLock({ db, now }, async (trx) => {
    const { given_keys } = await readTokenSettings(trx)
    if (given_keys === fingerprint) return
    if (given_keys !== null)
      throw new StartupError(
        'TOKEN_KEYS differ from those of the other processes of this database: set the same keys for all of them, or run "npm run keys -- accept" with the new ones and restart all processes.',
      )
    if ((await readRows(trx)).length > 0)
      throw new StartupError(
        'This database has signing keys, which the other processes use: start without TOKEN_KEYS, or run "npm run keys -- accept" with TOKEN_KEYS and restart all processes with them.',
      )
    await trx.updateTable('token_settings').set({ given_keys: fingerprint }).execute()
  })
}

/** Makes `envKeys`, or without them the keys in the database, mandatory for every process from its next start. */
export async function acceptEnvKeys(store: KeyStore, envKeys: KeySet | undefined): Promise<void> {
  await withKeyLock(store, async (trx) => {
    await readTokenSettings(trx)
    if (envKeys) await trx.deleteFrom('signing_keys').execute()
    await trx
      .updateTable('token_settings')
      .set({ given_keys: envKeys ? computeFingerprint(envKeys) : null })
      .execute()
  })
}

/** Returns whether every process must use `TOKEN_KEYS`. The database then stores no keys. */
export const areKeysFromEnv = async (db: Kysely<Database>): Promise<boolean> =>
  (await readTokenSettings(db)).given_keys !== null

/** Reads the settings for checking access tokens. Inserts the row if an earlier `truncate` removed it. */
export async function readTokenSettings(db: Kysely<Database>) {
  await sql`insert into token_settings default values on conflict do nothing`.execute(db)
  return db.selectFrom('token_settings').selectAll().executeTakeFirstOrThrow()
}

const withKeyLock = <T>({ db }: KeyStore, work: (trx: Kysely<Database>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`lock table signing_keys in share row exclusive mode`.execute(trx)
    return work(trx)
  })

const readRows = (db: Kysely<Database>): Promise<Row[]> =>
  db.selectFrom('signing_keys').selectAll().orderBy('created_at').orderBy('kid').execute()

async function addKey(trx: Kysely<Database>, { now, secret }: KeyStore): Promise<string> {
  const rows = await readRows(trx)
  const newest = rows.at(-1)
  if (newest?.is_sealed && !secret)
    throw new StartupError(
      'The signing key in this database is encrypted: set KEYS_SECRET so that the next one is encrypted too.',
    )
  // The clocks of two processes may differ, but the new key must be the newest.
  const at = new Date(Math.max(now().getTime(), newest ? newest.created_at.getTime() + 1 : 0))
  const key = await createSigningKey(at)
  await trx.updateTable('signing_keys').set({ private_key: null, is_sealed: false }).execute()
  await insertKeys(trx, secret, [key])
  const verifying = selectVerifyingKeys([...rows.map(toKey), key], at).map(({ kid }) => kid)
  await trx.deleteFrom('signing_keys').where('kid', 'not in', verifying).execute()
  return key.kid
}

async function insertKeys(
  trx: Kysely<Database>,
  secret: string | undefined,
  keys: readonly SigningKey[],
): Promise<void> {
  const rows = keys.map(({ kid, x, y, d, createdAt }, i) => ({
    kid,
    x,
    y,
    private_key: i < keys.length - 1 ? null : secret ? sealKey(secret, kid, d) : d,
    is_sealed: i === keys.length - 1 && secret !== undefined,
    created_at: new Date(createdAt),
  }))
  await trx.insertInto('signing_keys').values(rows).execute()
}

/** Omits replaced keys that no longer verify. Their rows stay until the next rotation. */
function toTokenKeys({ now }: KeyStore, rows: readonly Row[], d: string | undefined): TokenKeys {
  const keys = selectVerifyingKeys(rows.map(toKey), now())
  return { keys: keys.map((key, i) => (i === keys.length - 1 ? { ...key, d } : key)) }
}

function decryptPrivateKey({ kid, private_key, is_sealed }: Row, secret: string | undefined): string | undefined {
  if (private_key === null || !is_sealed) return private_key ?? undefined
  return secret && unsealKey(secret, kid, private_key)
}

function requirePrivateKey(row: Row, secret: string | undefined): string {
  const d = decryptPrivateKey(row, secret)
  if (d) return d
  throw new StartupError(
    secret
      ? 'KEYS_SECRET does not decrypt the signing key in this database: set it to the secret of the other processes, or run "npm run keys -- rotate" with the new one and restart all processes.'
      : 'The signing key in this database is encrypted: set KEYS_SECRET to the secret of the other processes.',
  )
}

const toKey = ({ kid, x, y, created_at }: Row) => ({
  kid,
  kty: 'EC' as const,
  crv: 'P-256' as const,
  x,
  y,
  createdAt: created_at.getTime(),
})

/** Returns the fingerprint of the public halves of a set of keys, independent of their order. */
function computeFingerprint({ keys }: KeySet): string {
  const parts = keys.map(({ kid, x, y }) => JSON.stringify([kid, x, y])).sort()
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encryption key derived from `KEYS_SECRET` (RFC 5869). */
const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'atelier signing keys', 32))

/** Encrypts a private key (AES-256-GCM). The result cannot be decrypted with another `kid`, so rows cannot be swapped. */
export function sealKey(secret: string, kid: string, d: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), nonce).setAAD(Buffer.from(kid))
  const text = Buffer.concat([cipher.update(d), cipher.final()])
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts the result of {@link sealKey}. Returns undefined for another secret or `kid`. */
export function unsealKey(secret: string, kid: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const options = { authTagLength: TAG_BYTES }
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), bytes.subarray(0, NONCE_BYTES), options)
    decipher.setAAD(Buffer.from(kid)).setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString()
  } catch {
    return undefined
  }
}
