import { createECDH, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import * as v from 'valibot'
import { StartupError } from '../errors/startup-error.ts'

const DAY_MS = 86_400_000
const SIGNING_PERIOD_MS = 90 * DAY_MS
/** Time a replaced key still verifies, in milliseconds: much longer than the lifetime of any token it signed. */
const VERIFYING_PERIOD_MS = 2 * DAY_MS

/** Stored key. Other members of a JWK (`key_ops`, `ext`) are dropped, because they could forbid signing. */
const KeySchema = v.object({
  kid: v.pipe(v.string(), v.minLength(1)),
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
  createdAt: v.number(),
})

const KeySet = v.object({ keys: v.pipe(v.array(KeySchema), v.minLength(1)) })
/** Private keys as JWKs, newest last. `createdAt` in milliseconds since 1970. */
export type KeySet = v.InferOutput<typeof KeySet>
export type SigningKey = KeySet['keys'][number]

/** Keys that verify, newest last. Only a key with its private half `d` can sign. */
export interface TokenKeys {
  readonly keys: readonly (Omit<SigningKey, 'd'> & { readonly d?: string | undefined })[]
}

/** Parses a set of keys and tests each key. If the set is unusable, returns the reason, as the end of a sentence. */
export function readKeySet(text: string): KeySet | string {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), KeySet), text)
  if (!success) return 'it is not {"keys": […]} with at least one private ES256 key, each with kid and createdAt'
  const { keys } = output
  const invalidKey = keys.find((key) => !isKeyPair(key))
  if (invalidKey) return `the key ${JSON.stringify(invalidKey.kid)} is not an ES256 key pair`
  const duplicate = keys.find(({ kid }, i) => keys.findIndex((key) => key.kid === kid) !== i)
  return duplicate ? `two keys have the kid ${JSON.stringify(duplicate.kid)}` : output
}

/** Returns whether the public half belongs to the private one. Tokens signed by a mixed pair could not be verified. */
function isKeyPair({ x, y, d }: SigningKey): boolean {
  if (![x, y, d].every((part) => /^[\w-]{43}$/.test(part))) return false
  try {
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(d, 'base64url')
    const [, ...point] = curve.getPublicKey()
    return Buffer.from(point).equals(Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]))
  } catch {
    return false
  }
}

export async function createSigningKey(now: Date): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = (await exportJWK(privateKey)) as JWK & { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string }
  return { ...jwk, kid: randomBytes(9).toString('base64url'), createdAt: now.getTime() }
}

export const isRotationDue = (newest: Pick<SigningKey, 'createdAt'> | undefined, now: Date): boolean =>
  !newest || now.getTime() - newest.createdAt >= SIGNING_PERIOD_MS

/** Returns the keys that still verify at `now`: the newest, and those replaced recently. */
export const selectVerifyingKeys = <K extends Pick<SigningKey, 'createdAt'>>(keys: readonly K[], now: Date): K[] =>
  keys.filter((_, i) => now.getTime() - (keys[i + 1]?.createdAt ?? now.getTime()) < VERIFYING_PERIOD_MS)

/** Returns the time at which the key at `index` stops verifying; undefined for the newest. */
export const computeVerificationEnd = (
  keys: readonly Pick<SigningKey, 'createdAt'>[],
  index: number,
): Date | undefined => {
  const replacement = keys[index + 1]
  return replacement && new Date(replacement.createdAt + VERIFYING_PERIOD_MS)
}

/**
 * Returns the keys of a data folder that still verify. Creates the first key, and replaces a key that is due for rotation. Throws
 * StartupError if the key file is unusable, and leaves the file unchanged.
 */
export async function loadSigningKeys(folder: string, now: Date): Promise<KeySet> {
  const keys = await readKeyFile(folder)
  return isRotationDue(keys.at(-1), now) ? rotateKeyFile(folder, now) : { keys: selectVerifyingKeys(keys, now) }
}

/** Adds a new signing key to a data folder, and removes keys that no longer verify. */
export async function rotateKeyFile(folder: string, now: Date): Promise<KeySet> {
  const keys = await readKeyFile(folder)
  return writeKeyFile(folder, [...selectVerifyingKeys(keys, now), await createSigningKey(now)])
}

/**
 * Removes a key from a data folder. If the key was the signing key, a new key replaces it. Returns whether the folder had the
 * key.
 */
export async function revokeKeyInFile(folder: string, now: Date, kid: string): Promise<boolean> {
  const keys = await readKeyFile(folder)
  if (!keys.some((key) => key.kid === kid)) return false
  const remainingKeys = keys.filter((key) => key.kid !== kid)
  await writeKeyFile(folder, keys.at(-1)?.kid === kid ? [...remainingKeys, await createSigningKey(now)] : remainingKeys)
  return true
}

async function writeKeyFile(folder: string, keys: SigningKey[]): Promise<KeySet> {
  const path = join(folder, 'keys.json')
  await writeFile(`${path}.new`, JSON.stringify({ keys }), { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  return { keys }
}

/** Reads the keys of a data folder; an empty list without a key file. Throws StartupError if the file cannot be read or used. */
export async function readKeyFile(folder: string): Promise<SigningKey[]> {
  const path = join(folder, 'keys.json')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartupError(`The signing keys in ${path} cannot be read: ${error.code}.`)
  })
  if (text === undefined) return []
  const keySet = readKeySet(text)
  if (typeof keySet !== 'string') return keySet.keys
  throw new StartupError(
    `The signing keys in ${path} cannot be used: ${keySet}; restore a complete copy, or delete the file to have new keys created.`,
  )
}
