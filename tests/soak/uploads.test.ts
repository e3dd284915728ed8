import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/api/client.ts'
import { contract } from '../../src/api/contract/index.ts'
import { createHttp } from '../../src/api/http.ts'
import { createSendFile } from '../../src/api/upload.ts'
import { glbOfSize } from '../support/glb.ts'
import { type Random, randomOf } from '../support/random.ts'
import { sampledTest } from '../support/sampled-test.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { storedIn } from '../support/stored-bytes.ts'
import { memoryStorage, overFetch } from '../support/tus-client.ts'
import { openWire, type Wire, type WireFault } from '../support/wire.ts'

const isSoak = Boolean(process.env.SOAK)
const UPLOADS = isSoak ? 1000 : 6
/** After so many finished uploads the server is killed, over and over. */
const KILL_EVERY = isSoak ? 40 : 3
const LARGE = isSoak ? { mb: 50, cuts: 20 } : { mb: 10, cuts: 4 }
const AT_ONCE = 4
const MB = 1024 * 1024
const CROWD_MB = isSoak ? 20 : 8

let folder: string
let server: ServerProcess
let starting: Promise<unknown> = Promise.resolve()
let wire: Wire
let token: string | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-soak-'))
  server = await startServer(folder)
  wire = await openWire(() => server.port)
})
afterAll(async () => {
  await starting
  await wire.close()
  await server.kill()
  await rm(folder, { recursive: true, force: true })
})

/** Signs in past the wire: only uploads are to suffer. */
async function signIn(account = 'developer'): Promise<string> {
  await starting
  const answer = await fetch(`${server.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${account}@atelier.example`, password: 'atelier-demo-1' }),
  })
  token = (await answer.json()).token
  return token!
}

/** A browser's sender of files, over the wire. */
function sender(over = wire) {
  const tokens = {
    current: () => token,
    fresh: async (rejected?: string) => (token === undefined || rejected === token ? signIn() : token),
  }
  const apiBase = `http://127.0.0.1:${over.port}`
  return createSendFile({
    apiBase,
    tokens,
    api: createClient(contract, createHttp({ base: apiBase, tokens })),
    request: overFetch,
    urlStorage: memoryStorage(),
    wait: () => new Promise((resolve) => setTimeout(resolve, 20)),
  })
}

const calm = { kind: 'glb' as const, onProgress: () => {}, onPace: () => {}, signal: new AbortController().signal }
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A model that no other is like; most are small, some are large. */
function modelOf(random: Random): Uint8Array<ArrayBuffer> {
  const size = 2000 + random.below(random.below(8) === 0 ? 4 * MB : 300_000)
  return glbOfSize(size, (room) => Uint8Array.from({ length: room }, () => random.below(256)))
}

/** Two of three connections suffer something. */
function chance(random: Random): WireFault {
  const isReset = random.below(2) === 0
  switch (random.below(6)) {
    case 0:
      return { cutAfter: 1 + random.below(MB), isReset }
    case 1:
      return { answerCutAfter: 1 + random.below(2000), isReset }
    case 2:
      return { delayMs: 1 + random.below(60) }
    case 3:
      return { delayMs: 1 + random.below(20), cutAfter: 1 + random.below(200_000), isReset }
    default:
      return {}
  }
}

/** What is stored at an address right now: its checksum, or undefined where there is nothing or nobody answers. */
async function storedAt(sha256: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${server.url}/files/${sha256}.glb`)
    return answer.ok ? hashOf(new Uint8Array(await answer.arrayBuffer())) : undefined
  } catch {
    return undefined
  }
}

async function restart() {
  await server.kill()
  server = await startServer(folder)
}

test(`${UPLOADS} uploads arrive whole through resets, delays, cuts and a server that is killed`, async () => {
  const random = randomOf(5)
  wire.fault = () => chance(random)
  const begun = new Set<string>()
  const whole = new Map<string, string>()
  let [next, finished, kills, seenHalf, looks] = [0, 0, 0, 0, 0]
  let isOver = false

  const watch = async () => {
    while (!isOver) {
      for (const sha256 of [...begun].filter((it) => !whole.has(it))) {
        const found = await storedAt(sha256)
        looks += 1
        if (found !== undefined && found !== sha256) seenHalf += 1
      }
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  const work = async () => {
    const send = sender()
    while (next < UPLOADS) {
      const bytes = modelOf(randomOf(1000 + next++))
      const sha256 = hashOf(bytes)
      begun.add(sha256)
      const stored = await send(new File([bytes], 'boot.glb'), calm)
      whole.set(sha256, stored.sha256)
      finished += 1
      if (finished % KILL_EVERY === 0 && finished < UPLOADS) {
        kills += 1
        starting = starting.then(restart)
      }
    }
  }
  const watching = watch()
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  isOver = true
  await watching
  await starting

  expect([...whole].filter(([sent, kept]) => sent !== kept)).toEqual([])
  for (const sha256 of begun) expect(await storedAt(sha256)).toBe(sha256)
  expect([begun.size, whole.size, seenHalf]).toEqual([UPLOADS, UPLOADS, 0])
  expect(wire.cuts).toBeGreaterThan(UPLOADS / 10)
  const left = (await readdir(join(folder, 'uploads'))).filter((name) => !name.endsWith('.json')).length
  console.log(`${UPLOADS} uploads, ${wire.cuts} cut connections, ${kills} kills, ${looks} looks, ${left} left half`)
}, 3_600_000)

test('after all of that, everything on the disk is charged', async () => {
  await starting
  const { bytes } = await storedIn(folder)
  let charged = 0
  for (const account of ['admin', 'developer', 'user']) {
    const headers = { authorization: `Bearer ${await signIn(account)}` }
    const answer = await fetch(`${server.url}/v1/files/usage`, { headers })
    charged += answer.ok ? (await answer.json()).usedBytes : 0
  }
  token = undefined
  console.log(`${bytes} bytes on the disk, ${charged} charged`)
  expect(bytes).toBeGreaterThan(0)
  expect(charged).toBeGreaterThanOrEqual(bytes)
})

sampledTest(
  `fifty uploads of ${CROWD_MB} MB at once hold less than 64 MB of memory`,
  async () => {
    await server.stop()
    server = await startServer(folder, {
      NODE_OPTIONS: '--expose-gc --import=tsx --import=./tests/support/held-memory.ts',
    })
    const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${await signIn()}` }
    const bytes = glbOfSize(CROWD_MB * MB)
    // All but the last byte: what is measured is receiving, not checking.
    const sent = bytes.subarray(0, bytes.length - 1)
    const send = async () => {
      const begun = await fetch(`${server.url}/files`, {
        method: 'POST',
        headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': `kind ${btoa('glb')}` },
      })
      const url = `${server.url}${begun.headers.get('location')}`
      const type = 'application/offset+octet-stream'
      const answer = await fetch(url, {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': '0', 'content-type': type },
        body: sent,
      })
      expect([begun.status, answer.status, answer.headers.get('upload-offset')]).toEqual([
        201,
        204,
        String(sent.length),
      ])
      return url
    }
    const give = (url: string) => fetch(url, { method: 'DELETE', headers })
    // What the first uploads load stays, whatever comes after them.
    for (const url of await Promise.all(Array.from({ length: 10 }, send))) await give(url)
    const earlier = heldBy(server)
    const before = earlier.at(-1)!
    const urls = await Promise.all(Array.from({ length: 50 }, send))
    const during = heldBy(server).slice(earlier.length)
    expect(during.length).toBeGreaterThan(0)
    for (const url of urls) await give(url)
    const grown = (Math.max(...during) - before) / MB
    console.log(`${grown.toFixed(1)} MB more than the ${(before / MB).toFixed(0)} MB before`)
    expect(grown).toBeLessThan(64)
  },
  600_000,
)

/** What a server that loads `held-memory` held so far, in bytes, ten times a second. */
const heldBy = (server: ServerProcess) =>
  [...server.log().matchAll(/^holds (\d+)$/gm)].map(([, bytes]) => Number(bytes))

sampledTest(
  `a file of ${LARGE.mb} MB whose connection is cut ${LARGE.cuts} times costs at most 105 % of its bytes`,
  async () => {
    const bytes = glbOfSize(LARGE.mb * MB)
    crypto.getRandomValues(bytes.subarray(bytes.length - 60_000))
    const each = bytes.length / (LARGE.cuts + 1)
    const rough = await openWire(() => server.port)
    rough.fault = () => (rough.cuts < LARGE.cuts ? { cutAfter: each } : {})
    const stored = await sender(rough)(new File([bytes], 'boot.glb'), calm)
    expect([stored.sha256, rough.cuts]).toEqual([hashOf(bytes), LARGE.cuts])
    const share = rough.passed / bytes.length
    console.log(`${LARGE.mb} MB, ${rough.cuts} cuts: ${(share * 100).toFixed(2)} % of its bytes sent`)
    expect(share).toBeLessThanOrEqual(1.05)
    await rough.close()
  },
  600_000,
)
