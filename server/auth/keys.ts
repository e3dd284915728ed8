import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import * as v from 'valibot'

/** Days a key signs before another takes its place. */
const SIGNING_DAYS = 90
/** Days a replaced key still verifies: far longer than any token it signed lives. */
const VERIFYING_DAYS = 2
const DAY = 86_400_000

const Key = v.looseObject({
  kid: v.string(),
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
  createdAt: v.number(),
})

/** Private keys as JWKs, the newest last. `createdAt` in milliseconds since 1970. */
export const KeySet = v.object({ keys: v.pipe(v.array(Key), v.minLength(1)) })
export type KeySet = v.InferOutput<typeof KeySet>

/** Makes an ES256 key. */
export async function makeKey(now: Date): Promise<KeySet['keys'][number]> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = (await exportJWK(privateKey)) as JWK & { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string }
  return { ...jwk, kid: randomBytes(9).toString('base64url'), createdAt: now.getTime() }
}

/**
 * The keys kept in a folder, made at the first start; where the newest is old, another is added and those long replaced
 * are dropped. Rejects when the file cannot be read, written or understood.
 */
export async function keysIn(folder: string, now: Date): Promise<KeySet> {
  const path = join(folder, 'keys.json')
  const kept = await readKeys(path)
  const newest = kept.at(-1)
  if (newest && now.getTime() - newest.createdAt < SIGNING_DAYS * DAY) return { keys: kept }
  const verifying = kept.filter((_, i) => {
    const replacedAt = kept[i + 1]?.createdAt ?? now.getTime()
    return now.getTime() - replacedAt < VERIFYING_DAYS * DAY
  })
  const keys = [...verifying, await makeKey(now)]
  await writeFile(`${path}.new`, JSON.stringify({ keys }), { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  return { keys }
}

async function readKeys(path: string): Promise<KeySet['keys']> {
  try {
    return v.parse(KeySet, JSON.parse(await readFile(path, 'utf8'))).keys
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new Error(`The signing keys in ${path} cannot be read.`, { cause: fault })
  }
}
