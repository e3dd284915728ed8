import { createECDH, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import * as v from 'valibot'
import { StartFault } from '../start-fault.ts'

/** Days a key signs before another takes its place. */
const SIGNING_DAYS = 90
/** Days a replaced key still verifies: far longer than any token it signed lives. */
const VERIFYING_DAYS = 2
const DAY = 86_400_000

/** Whatever else a JWK says (`key_ops`, `ext`) is dropped: it could forbid what the key is for. */
const Key = v.object({
  kid: v.pipe(v.string(), v.minLength(1)),
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
  createdAt: v.number(),
})

const KeySet = v.object({ keys: v.pipe(v.array(Key), v.minLength(1)) })
/** Private keys as JWKs, the newest last. `createdAt` in milliseconds since 1970. */
export type KeySet = v.InferOutput<typeof KeySet>

/** Reads a set of keys and tries each; answers what is wrong with it, as the end of a sentence, where it cannot be used. */
export function readKeySet(text: string): KeySet | string {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), KeySet), text)
  if (!success) return 'it is not {"keys": […]} with at least one private ES256 key, each with kid and createdAt'
  const { keys } = output
  const odd = keys.find((key) => !isPair(key))
  if (odd) return `the key ${JSON.stringify(odd.kid)} is not a pair of ES256`
  const twice = keys.find(({ kid }, i) => keys.findIndex((key) => key.kid === kid) !== i)
  return twice ? `there are two keys with the kid ${JSON.stringify(twice.kid)}` : output
}

/** Whether the public half is that of the private one: tokens signed by a mixed pair would be good nowhere. */
function isPair({ x, y, d }: KeySet['keys'][number]): boolean {
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

/** Makes an ES256 key. */
export async function makeKey(now: Date): Promise<KeySet['keys'][number]> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = (await exportJWK(privateKey)) as JWK & { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string }
  return { ...jwk, kid: randomBytes(9).toString('base64url'), createdAt: now.getTime() }
}

/**
 * The keys kept in a folder, made at the first start; where the newest is old, another is added and those long replaced
 * are dropped. Throws StartFault where the file cannot be read or used, and leaves it as it is.
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
  const text = await readFile(path, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return undefined
    throw new StartFault(`The signing keys in ${path} cannot be read: ${fault.code}.`)
  })
  if (text === undefined) return []
  const kept = readKeySet(text)
  if (typeof kept !== 'string') return kept.keys
  throw new StartFault(
    `The signing keys in ${path} cannot be used: ${kept}; put back a whole copy, or remove the file and new keys are made.`,
  )
}
