import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UPLOAD_KINDS, type UploadKind } from '../../src/api/contract/files.ts'
import { judgeFile } from '../../src/files/judge-file.ts'
import { glbOf, tinyGlb } from '../support/glb.ts'
import { HOSTILE_MODELS } from '../support/hostile-models.ts'
import { avif, gif, iccProfile, jpeg, png, psd, webp } from '../support/images.ts'
import { type Random, randomOf } from '../support/random.ts'
import { sharedFolder } from '../support/shared.ts'

/**
 * Milliseconds a file may hold its worker, by the clock or, where others use the machine too, of its processor. A file counts
 * as slow when it is so three times in a row: once may be chance.
 */
const LIMIT_MS = process.env.SOAK ? 500 : 10_000
const SEEDS = process.env.SOAK ? 100_000 : 2000

const KINDS = Object.keys(UPLOAD_KINDS) as UploadKind[]
const own = [
  tinyGlb(),
  tinyGlb({ json: { nodes: [{ mesh: 0, children: [1] }, { skin: 0 }], skins: [{ joints: [0, 1] }] } }),
  glbOf(
    JSON.stringify({
      asset: { version: '2.0' },
      images: [{ bufferView: 0 }],
      bufferViews: [{ buffer: 0, byteLength: 70 }],
      buffers: [{ byteLength: 70 }],
    }),
    png().subarray(0, 70),
  ),
  png({ profile: 'sRGB' }),
  jpeg({ profile: iccProfile('Wide', { padding: 300 }), piece: 100 }),
  webp.lossy(5, 5),
  webp.lossless(5, 5, true),
  webp.extended(5, 5, { profile: iccProfile('Wide', { version: 2 }) }),
  gif(3, 3),
  avif({ hasAlpha: true, profile: iccProfile('Wide') }),
  psd({ profile: iccProfile('Wide') }),
]
const samples: readonly Uint8Array[] = [...own, ...small('data/images'), ...small('data/models')]

/** The files of other people that are small enough to be changed a thousand times. */
function small(folder: string): Uint8Array[] {
  const root = sharedFolder(folder)
  if (!root) return []
  const names = (readdirSync(root, { recursive: true }) as string[]).filter((name) =>
    /\.(glb|png|jpg|webp|avif|psd|gif)$/.test(name),
  )
  return names
    .map((name) => join(root, name))
    .filter((path) => statSync(path).size < 60_000)
    .map((path) => readFileSync(path))
}

/** Judges as every kind; answers whether each gave a verdict in time. Throws what judging throws. */
async function holdsOut(bytes: Uint8Array): Promise<boolean> {
  const source = {
    name: 'it',
    size: bytes.length,
    read: async (at: number, length: number) => bytes.slice(at, at + length),
  }
  for (let tries = 0; tries < 3; tries++) {
    const [began, before] = [performance.now(), process.cpuUsage()]
    for (const kind of KINDS) await judgeFile(source, kind)
    const { user, system } = process.cpuUsage(before)
    if (Math.min(performance.now() - began, (user + system) / 1000) < LIMIT_MS) return true
  }
  return false
}

describe('files that mean ill never crash a check nor hold it up', () => {
  test('cut off at every byte of their beginning', async () => {
    for (const bytes of own) {
      for (let length = 0; length <= Math.min(bytes.length, 600); length++)
        expect(await holdsOut(bytes.subarray(0, length))).toBe(true)
    }
  })

  test('one behind the other', async () => {
    for (const first of own) for (const second of own) expect(await holdsOut(Buffer.concat([first, second]))).toBe(true)
  })

  test.each([
    ['sizes of nothing', 0x00],
    ['sizes of everything', 0xff],
  ])('with %s at every place', async (_, value) => {
    for (const bytes of own) {
      for (let at = 0; at < Math.min(bytes.length, 600); at++) {
        const changed = Uint8Array.from(bytes)
        changed.fill(value, at, at + 4)
        expect(await holdsOut(changed)).toBe(true)
      }
    }
  })

  test.each(Object.entries(HOSTILE_MODELS))('made to be slow: %s', async (_, make) => {
    expect(await holdsOut(make())).toBe(true)
  })

  test(`changed in ${SEEDS} ways`, { timeout: 1_800_000 }, async () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const held = await holdsOut(mutated(randomOf(seed))).catch((cause) => {
        throw new Error(`Seed ${seed} crashed the check.`, { cause })
      })
      if (!held) throw new Error(`Seed ${seed} held the check up.`)
    }
  })
})

function mutated(random: Random): Uint8Array {
  let bytes = Buffer.from(random.of(samples))
  for (let times = 1 + random.below(6); times > 0; times--) bytes = random.of(MUTATIONS)(bytes, random)
  return bytes
}

/** Half of all changes fall on the first bytes, where headers are. */
const place = ({ length }: Uint8Array, random: Random) =>
  random.below(random.below(2) ? Math.min(length, 200) + 1 : length + 1)

const MUTATIONS: readonly ((bytes: Buffer, random: Random) => Buffer<ArrayBuffer>)[] = [
  (bytes, random) => {
    const changed = Buffer.from(bytes)
    changed[place(bytes, random)] = random.below(256)
    return changed
  },
  (bytes, random) => {
    const changed = Buffer.from(bytes)
    const at = place(bytes, random)
    changed.fill(random.of([0, 1, 0x7f, 0x80, 0xff]), at, Math.min(bytes.length, at + 1 + random.below(8)))
    return changed
  },
  (bytes, random) => Buffer.from(bytes.subarray(0, place(bytes, random))),
  (bytes, random) => {
    const [at, length] = [place(bytes, random), random.below(64)]
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
  },
  (bytes, random) => {
    const at = place(bytes, random)
    const piece = bytes.subarray(place(bytes, random)).subarray(0, random.below(300))
    return Buffer.concat([bytes.subarray(0, at), ...Array(1 + random.below(40)).fill(piece), bytes.subarray(at)])
  },
  (bytes, random) => Buffer.concat([bytes.subarray(0, place(bytes, random)), random.of(samples)]),
  (bytes, random) => {
    const text = bytes.toString('latin1').replace(/\d+/g, (number) => (random.below(4) ? number : random.of(NUMBERS)))
    return Buffer.from(text, 'latin1')
  },
]
const NUMBERS = ['-1', '0', '1e999', '4294967296', '9007199254740993', '0.5', '1e9', 'null', '[]', '"2"']
