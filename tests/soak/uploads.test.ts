import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/api/client.ts'
import { contract } from '../../src/api/contract/index.ts'
import { createHttpClient } from '../../src/api/http.ts'
import { createFileUploader } from '../../src/api/upload.ts'
import { type ConnectionFault, type FaultyProxy, openFaultyProxy } from '../support/faulty-proxy.ts'
import { buildGlbOfSize } from '../support/glb.ts'
import { createRandom, type SeededRandom } from '../support/random.ts'
import { sampledTest } from '../support/sampled-test.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { measureStoredBytes } from '../support/stored-bytes.ts'
import { createFetchRequest, createMemoryUrlStorage } from '../support/tus-stubs.ts'

const isSoak = Boolean(process.env.SOAK)
const UPLOADS = isSoak ? 1000 : 6
const UPLOADS_PER_KILL = isSoak ? 40 : 3
const LARGE = isSoak ? { mb: 50, cuts: 20 } : { mb: 10, cuts: 4 }
const CONCURRENCY = 4
const MB = 1024 * 1024
const CROWD_MB = isSoak ? 20 : 8

let folder: string
let server: ServerProcess
let starting: Promise<unknown> = Promise.resolve()
let proxy: FaultyProxy
let token: string | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-soak-'))
  server = await startServer(folder)
  proxy = await openFaultyProxy(() => server.port)
})
afterAll(async () => {
  await starting
  await proxy.close()
  await server.kill()
  await rm(folder, { recursive: true, force: true })
})

/** Signs in directly, because only uploads go through the faulty proxy. */
async function signIn(account = 'developer'): Promise<string> {
  await starting
  const response = await fetch(`${server.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${account}@atelier.example`, password: 'atelier-demo-1' }),
  })
  token = (await response.json()).token
  return token!
}

/** Creates the upload client of the browser, connected through the faulty proxy. */
function createUploader(uploadProxy = proxy) {
  const tokens = {
    getCurrentToken: () => token,
    getFreshToken: async (rejected?: string) => (token === undefined || rejected === token ? signIn() : token),
  }
  const apiBase = `http://127.0.0.1:${uploadProxy.port}`
  return createFileUploader({
    apiBase,
    tokens,
    api: createClient(contract, createHttpClient({ base: apiBase, tokens })),
    request: createFetchRequest,
    urlStorage: createMemoryUrlStorage(),
    wait: () => new Promise((resolve) => setTimeout(resolve, 20)),
  })
}

const UPLOAD_OPTIONS = {
  kind: 'glb' as const,
  onProgress: () => {},
  onStateChange: () => {},
  signal: new AbortController().signal,
}
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Returns a unique model. Most are small, some are large. */
function buildRandomModel(random: SeededRandom): Uint8Array<ArrayBuffer> {
  const size = 2000 + random.integerBelow(random.integerBelow(8) === 0 ? 4 * MB : 300_000)
  return buildGlbOfSize(size, (length) => Uint8Array.from({ length }, () => random.integerBelow(256)))
}

/** Returns the faults of a connection; a third of the connections have none. */
function pickFault(random: SeededRandom): ConnectionFault {
  const isReset = random.integerBelow(2) === 0
  switch (random.integerBelow(6)) {
    case 0:
      return { cutAfterBytes: 1 + random.integerBelow(MB), isReset }
    case 1:
      return { cutResponseAfterBytes: 1 + random.integerBelow(2000), isReset }
    case 2:
      return { delayMs: 1 + random.integerBelow(60) }
    case 3:
      return { delayMs: 1 + random.integerBelow(20), cutAfterBytes: 1 + random.integerBelow(200_000), isReset }
    default:
      return {}
  }
}

/** Returns the checksum of the file stored at an address, or undefined if there is none or the server is down. */
async function fetchChecksum(sha256: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${server.url}/files/${sha256}.glb`)
    return response.ok ? hashOf(new Uint8Array(await response.arrayBuffer())) : undefined
  } catch {
    return undefined
  }
}

async function restart() {
  await server.kill()
  server = await startServer(folder)
}

test(`stores ${UPLOADS} uploads intact despite connection resets, delays, cuts and server kills`, async () => {
  const random = createRandom(5)
  proxy.nextFault = () => pickFault(random)
  const startedUploads = new Set<string>()
  const completedUploads = new Map<string, string>()
  let [next, finishedCount, kills, partialCount, checkCount] = [0, 0, 0, 0, 0]
  let isFinished = false

  const checkStoredFiles = async () => {
    while (!isFinished) {
      for (const sha256 of [...startedUploads].filter((it) => !completedUploads.has(it))) {
        const found = await fetchChecksum(sha256)
        checkCount += 1
        if (found !== undefined && found !== sha256) partialCount += 1
      }
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  const uploadFiles = async () => {
    const send = createUploader()
    while (next < UPLOADS) {
      const bytes = buildRandomModel(createRandom(1000 + next++))
      const sha256 = hashOf(bytes)
      startedUploads.add(sha256)
      const stored = await send(new File([bytes], 'boot.glb'), UPLOAD_OPTIONS)
      completedUploads.set(sha256, stored.sha256)
      finishedCount += 1
      if (finishedCount % UPLOADS_PER_KILL === 0 && finishedCount < UPLOADS) {
        kills += 1
        starting = starting.then(restart)
      }
    }
  }
  const checksDone = checkStoredFiles()
  await Promise.all(Array.from({ length: CONCURRENCY }, uploadFiles))
  isFinished = true
  await checksDone
  await starting

  expect([...completedUploads].filter(([sentHash, storedHash]) => sentHash !== storedHash)).toEqual([])
  for (const sha256 of startedUploads) expect(await fetchChecksum(sha256)).toBe(sha256)
  expect([startedUploads.size, completedUploads.size, partialCount]).toEqual([UPLOADS, UPLOADS, 0])
  expect(proxy.cutConnections).toBeGreaterThan(UPLOADS / 10)
  const leftoverFiles = (await readdir(join(folder, 'uploads'))).filter((name) => !name.endsWith('.json')).length
  console.log(
    `${UPLOADS} uploads, ${proxy.cutConnections} cut connections, ${kills} kills, ${checkCount} checks of stored files, ${leftoverFiles} incomplete uploads`,
  )
}, 3_600_000)

test('counts all stored bytes in the quotas of the accounts after uploads over a faulty connection', async () => {
  await starting
  const { bytes } = await measureStoredBytes(folder)
  let quotaBytes = 0
  for (const account of ['admin', 'developer', 'user']) {
    const headers = { authorization: `Bearer ${await signIn(account)}` }
    const response = await fetch(`${server.url}/v1/files/usage`, { headers })
    quotaBytes += response.ok ? (await response.json()).usedBytes : 0
  }
  token = undefined
  console.log(`${bytes} bytes on the disk, ${quotaBytes} counted in quotas`)
  expect(bytes).toBeGreaterThan(0)
  expect(quotaBytes).toBeGreaterThanOrEqual(bytes)
})

sampledTest(
  `fifty simultaneous uploads of ${CROWD_MB} MB increase server memory by less than 64 MB`,
  async () => {
    await server.stop()
    server = await startServer(folder, {
      NODE_OPTIONS: '--expose-gc --import=tsx --import=./tests/support/report-memory.ts',
    })
    const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${await signIn()}` }
    const bytes = buildGlbOfSize(CROWD_MB * MB)
    // Sends all but the last byte, because the test measures receiving, not checking.
    const sentBytes = bytes.subarray(0, bytes.length - 1)
    const send = async () => {
      const createResponse = await fetch(`${server.url}/files`, {
        method: 'POST',
        headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': `kind ${btoa('glb')}` },
      })
      const url = `${server.url}${createResponse.headers.get('location')}`
      const type = 'application/offset+octet-stream'
      const response = await fetch(url, {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': '0', 'content-type': type },
        body: sentBytes,
      })
      expect([createResponse.status, response.status, response.headers.get('upload-offset')]).toEqual([
        201,
        204,
        String(sentBytes.length),
      ])
      return url
    }
    const deleteUpload = (url: string) => fetch(url, { method: 'DELETE', headers })
    // Memory allocated by the first uploads stays allocated.
    for (const url of await Promise.all(Array.from({ length: 10 }, send))) await deleteUpload(url)
    const memoryBefore = readMemorySamples(server)
    const before = memoryBefore.at(-1)!
    const urls = await Promise.all(Array.from({ length: 50 }, send))
    const memoryDuring = readMemorySamples(server).slice(memoryBefore.length)
    expect(memoryDuring.length).toBeGreaterThan(0)
    for (const url of urls) await deleteUpload(url)
    const growthMb = (Math.max(...memoryDuring) - before) / MB
    console.log(`${growthMb.toFixed(1)} MB more than the ${(before / MB).toFixed(0)} MB before`)
    expect(growthMb).toBeLessThan(64)
  },
  600_000,
)

/** Returns the heap sizes in bytes, as logged so far by a server that preloads `report-memory`. */
const readMemorySamples = (server: ServerProcess) =>
  [...server.log().matchAll(/^holds (\d+)$/gm)].map(([, bytes]) => Number(bytes))

sampledTest(
  `an upload of ${LARGE.mb} MB with ${LARGE.cuts} connection cuts sends at most 105 % of its bytes`,
  async () => {
    const bytes = buildGlbOfSize(LARGE.mb * MB)
    crypto.getRandomValues(bytes.subarray(bytes.length - 60_000))
    const chunkSize = bytes.length / (LARGE.cuts + 1)
    const faultyProxy = await openFaultyProxy(() => server.port)
    faultyProxy.nextFault = () => (faultyProxy.cutConnections < LARGE.cuts ? { cutAfterBytes: chunkSize } : {})
    const stored = await createUploader(faultyProxy)(new File([bytes], 'boot.glb'), UPLOAD_OPTIONS)
    expect([stored.sha256, faultyProxy.cutConnections]).toEqual([hashOf(bytes), LARGE.cuts])
    const receivedShare = faultyProxy.receivedBytes / bytes.length
    console.log(
      `${LARGE.mb} MB, ${faultyProxy.cutConnections} cuts: ${(receivedShare * 100).toFixed(2)} % of its bytes sent`,
    )
    expect(receivedShare).toBeLessThanOrEqual(1.05)
    await faultyProxy.close()
  },
  600_000,
)
