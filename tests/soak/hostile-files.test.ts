import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UPLOAD_KINDS, type UploadKind } from '../../src/api/contract/files.ts'
import { validateFile } from '../../src/files/validate-file.ts'
import { buildGlb, buildTinyGlb } from '../support/glb.ts'
import { HOSTILE_MODELS } from '../support/hostile-models.ts'
import { buildAvif, buildGif, buildIccProfile, buildJpeg, buildPng, buildPsd, buildWebp } from '../support/images.ts'
import { createRandom, type SeededRandom } from '../support/random.ts'
import { findSharedFolder } from '../support/shared-folder.ts'

/**
 * Maximum time to check a file, in milliseconds. The lower of wall time and CPU time counts. A file counts as slow after three
 * slow attempts in a row, because a single slow attempt may be chance.
 */
const LIMIT_MS = process.env.SOAK ? 500 : 10_000
const SEEDS = process.env.SOAK ? 100_000 : 2000

const KINDS = Object.keys(UPLOAD_KINDS) as UploadKind[]
const ownModels = [
  buildTinyGlb(),
  buildTinyGlb({ json: { nodes: [{ mesh: 0, children: [1] }, { skin: 0 }], skins: [{ joints: [0, 1] }] } }),
  buildGlb(
    JSON.stringify({
      asset: { version: '2.0' },
      images: [{ bufferView: 0 }],
      bufferViews: [{ buffer: 0, byteLength: 70 }],
      buffers: [{ byteLength: 70 }],
    }),
    buildPng().subarray(0, 70),
  ),
  buildPng({ profile: 'sRGB' }),
  buildJpeg({ profile: buildIccProfile('Wide', { padding: 300 }), chunkBytes: 100 }),
  buildWebp.lossy(5, 5),
  buildWebp.lossless(5, 5, true),
  buildWebp.extended(5, 5, { profile: buildIccProfile('Wide', { version: 2 }) }),
  buildGif(3, 3),
  buildAvif({ hasAlpha: true, profile: buildIccProfile('Wide') }),
  buildPsd({ profile: buildIccProfile('Wide') }),
]
const samples: readonly Uint8Array[] = [
  ...ownModels,
  ...readSmallFiles('data/images'),
  ...readSmallFiles('data/models'),
]

/** Returns the third-party files that are small enough for thousands of mutations. */
function readSmallFiles(folder: string): Uint8Array[] {
  const root = findSharedFolder(folder)
  if (!root) return []
  const names = (readdirSync(root, { recursive: true }) as string[]).filter((name) =>
    /\.(glb|png|jpg|webp|avif|psd|gif)$/.test(name),
  )
  return names
    .map((name) => join(root, name))
    .filter((path) => statSync(path).size < 60_000)
    .map((path) => readFileSync(path))
}

/** Checks the bytes as every kind of file. Returns whether all checks ended in time. Throws the errors of the checks. */
async function checksEndInTime(bytes: Uint8Array): Promise<boolean> {
  const source = {
    name: 'it',
    size: bytes.length,
    read: async (at: number, length: number) => bytes.slice(at, at + length),
  }
  for (let attempt = 0; attempt < 3; attempt++) {
    const [startTime, before] = [performance.now(), process.cpuUsage()]
    for (const kind of KINDS) await validateFile(source, kind)
    const { user, system } = process.cpuUsage(before)
    if (Math.min(performance.now() - startTime, (user + system) / 1000) < LIMIT_MS) return true
  }
  return false
}

describe('file validation neither crashes nor blocks on hostile files', () => {
  test('truncated after each of their first 600 bytes', async () => {
    for (const bytes of ownModels) {
      for (let length = 0; length <= Math.min(bytes.length, 600); length++)
        expect(await checksEndInTime(bytes.subarray(0, length))).toBe(true)
    }
  })

  test('made of two concatenated files', async () => {
    for (const first of ownModels)
      for (const second of ownModels) expect(await checksEndInTime(Buffer.concat([first, second]))).toBe(true)
  })

  test.each([
    ['0x00', 0x00],
    ['0xff', 0xff],
  ])('with four bytes set to %s at each of their first 600 positions', async (_, value) => {
    for (const bytes of ownModels) {
      for (let at = 0; at < Math.min(bytes.length, 600); at++) {
        const mutatedBytes = Uint8Array.from(bytes)
        mutatedBytes.fill(value, at, at + 4)
        expect(await checksEndInTime(mutatedBytes)).toBe(true)
      }
    }
  })

  test.each(Object.entries(HOSTILE_MODELS))('designed to be slow to validate: %s', async (_, createModel) => {
    expect(await checksEndInTime(createModel())).toBe(true)
  })

  test(`mutated in ${SEEDS} ways`, { timeout: 1_800_000 }, async () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const endsInTime = await checksEndInTime(mutate(createRandom(seed))).catch((cause) => {
        throw new Error(`Seed ${seed} crashed the check.`, { cause })
      })
      if (!endsInTime) throw new Error(`Seed ${seed} made the check too slow.`)
    }
  })
})

function mutate(random: SeededRandom): Uint8Array {
  let bytes = Buffer.from(random.pick(samples))
  for (let times = 1 + random.integerBelow(6); times > 0; times--) bytes = random.pick(MUTATIONS)(bytes, random)
  return bytes
}

/** Returns the position of a mutation. Half of the positions are in the first bytes, which contain the headers. */
const pickPosition = ({ length }: Uint8Array, random: SeededRandom) =>
  random.integerBelow(random.integerBelow(2) ? Math.min(length, 200) + 1 : length + 1)

const MUTATIONS: readonly ((bytes: Buffer, random: SeededRandom) => Buffer<ArrayBuffer>)[] = [
  (bytes, random) => {
    const mutatedBytes = Buffer.from(bytes)
    mutatedBytes[pickPosition(bytes, random)] = random.integerBelow(256)
    return mutatedBytes
  },
  (bytes, random) => {
    const mutatedBytes = Buffer.from(bytes)
    const at = pickPosition(bytes, random)
    mutatedBytes.fill(
      random.pick([0, 1, 0x7f, 0x80, 0xff]),
      at,
      Math.min(bytes.length, at + 1 + random.integerBelow(8)),
    )
    return mutatedBytes
  },
  (bytes, random) => Buffer.from(bytes.subarray(0, pickPosition(bytes, random))),
  (bytes, random) => {
    const [at, length] = [pickPosition(bytes, random), random.integerBelow(64)]
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
  },
  (bytes, random) => {
    const at = pickPosition(bytes, random)
    const piece = bytes.subarray(pickPosition(bytes, random)).subarray(0, random.integerBelow(300))
    return Buffer.concat([bytes.subarray(0, at), ...Array(1 + random.integerBelow(40)).fill(piece), bytes.subarray(at)])
  },
  (bytes, random) => Buffer.concat([bytes.subarray(0, pickPosition(bytes, random)), random.pick(samples)]),
  (bytes, random) => {
    const text = bytes
      .toString('latin1')
      .replace(/\d+/g, (number) => (random.integerBelow(4) ? number : random.pick(NUMBERS)))
    return Buffer.from(text, 'latin1')
  },
]
const NUMBERS = ['-1', '0', '1e999', '4294967296', '9007199254740993', '0.5', '1e9', 'null', '[]', '"2"']
