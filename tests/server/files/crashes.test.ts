import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../server/boot/app.ts'
import type { Deps } from '../../../server/boot/deps.ts'
import { createJobKinds } from '../../../server/boot/job-kinds.ts'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { UNREFERENCED_CHARGE_MS } from '../../../server/files/charges.ts'
import { FileService } from '../../../server/files/file-service.ts'
import { type FileStorage, openDiskStorage } from '../../../server/files/storage.ts'
import { UNFINISHED_UPLOAD_MS } from '../../../server/files/upload-store.ts'
import { createJobQueue } from '../../../server/jobs/job-queue.ts'
import { buildGlbOfSize, buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { observeStatements } from '../../support/observe-statements.ts'
import { RUN_NUMBER, rotatingNumber } from '../../support/sampling.ts'
import { ORIGIN, openTestServer, type TestServer } from '../../support/server.ts'
import { measureStoredBytes } from '../../support/stored-bytes.ts'

/**
 * Simulates a crash between any two steps that add or remove files. After the crash, no statement runs, no file is changed, and
 * open transactions are rolled back.
 */
const model = buildTinyGlb({ pad: 20 })
let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** Distance between tested steps. An ordinary run tests every ninth step, a soak run tests every step. */
const STRIDE = process.env.SOAK ? 1 : 9

class SimulatedCrash extends Error {}

/** Opens a server on the same store that crashes after `crashAtStep` steps, or never. */
async function openCrashableServer(crashAtStep = Number.POSITIVE_INFINITY) {
  let steps = 0
  let isStarted = false
  const step = () => {
    if (isStarted) steps += 1
    if (steps > crashAtStep) throw new SimulatedCrash('The server crashed.')
  }
  const db = observeStatements(server.deps.db, step)
  const files = await FileService.open(db, server.deps.now, server.folder, {
    openStorage: async (...args) => wrapStorage(await openDiskStorage(...args), step),
    // Files are retained as long as they count towards a quota, so that stored bytes always equal bytes counted in quotas.
    graceMs: UNREFERENCED_CHARGE_MS,
  })
  const jobs = createJobQueue({ db, now: server.deps.now, log: server.deps.log, slots: 1 })
  const renderIcon = async () => new Uint8Array(TINY_PNG)
  // A crashed server renders nothing.
  const deps: Deps = { ...server.deps, db, files, jobs, renderIcon, iconWaitMs: 10 }
  const app = createApp(deps)
  // Finishes the jobs that the previous server left.
  await jobs.start(createJobKinds(deps))
  await jobs.idle()
  isStarted = true
  return {
    deps,
    fetch: async (input: string, init?: RequestInit) => app.fetch(new Request(input, init)),
    get steps() {
      return steps
    },
    get hasCrashed() {
      return steps > crashAtStep
    },
  }
}
type CrashableServer = Awaited<ReturnType<typeof openCrashableServer>>

/** Wraps a storage so that every change calls `step` before and after it. */
function wrapStorage(storage: FileStorage, step: () => void): FileStorage {
  const wrapMethods = <T extends object>(whole: T, names: readonly (keyof T)[]) => {
    for (const name of names) {
      const work = (whole[name] as (...args: unknown[]) => Promise<unknown>).bind(whole)
      Object.assign(whole, {
        [name]: async (...args: unknown[]) => {
          step()
          const done = await work(...args)
          step()
          return done
        },
      })
    }
  }
  wrapMethods(storage.content, ['put', 'remove'])
  wrapMethods(storage.uploads, ['create', 'write', 'remove'])
  wrapMethods(storage, ['moveToContent'])
  return storage
}

/** Returns a token of a new session, because the clock moves past the end of older sessions. */
const token = async () => (await server.account('admin')).token
const auth = async () => ({ authorization: `Bearer ${await token()}` })
const tus = async (
  it: CrashableServer,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: BodyInit,
) =>
  it.fetch(`${ORIGIN}${path}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...(await auth()), ...headers },
    ...(body ? { body } : {}),
  })
const upload = (it: CrashableServer, bytes = model) =>
  tus(
    it,
    'POST',
    '/files',
    {
      'upload-length': String(bytes.length),
      'upload-metadata': `kind ${btoa('glb')}`,
      'content-type': 'application/offset+octet-stream',
    },
    bytes,
  )
const make = async (it: CrashableServer, modelUrl: string) =>
  it.fetch(`${ORIGIN}/v1/assets`, {
    method: 'POST',
    headers: { ...(await auth()), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl }),
  })
const uploaded = async (it: CrashableServer) => (await upload(it)).headers.get('location')!
const addressOf = async (it: CrashableServer, path: string) =>
  (await (await it.fetch(`${ORIGIN}/v1${path}`, { headers: await auth() })).json()).url as string

async function startUpload(it: CrashableServer): Promise<string> {
  const headers = { 'upload-length': String(model.length), 'upload-metadata': `kind ${btoa('glb')}` }
  const path = (await tus(it, 'POST', '/files', headers)).headers.get('location')!
  const type = 'application/offset+octet-stream'
  await tus(it, 'PATCH', path, { 'upload-offset': '0', 'content-type': type }, model.slice(0, 300))
  return path
}

/** Returns the bytes counted in the owner's quota, and the stored bytes. No server runs at that time. */
async function measureBytes() {
  const stored = await measureStoredBytes(server.folder)
  const { usedBytes } = await server.client(await token()).files.usage()
  return { charged: usedBytes, stored: stored.bytes, descriptions: stored.descriptions }
}

const works: Record<
  string,
  {
    before: (it: CrashableServer) => Promise<string>
    work: (it: CrashableServer, prepared: string) => Promise<unknown>
  }
> = {
  'the upload of a new file': { before: async () => '', work: (it) => upload(it) },
  'the upload of a file that is already stored': { before: uploaded, work: (it) => upload(it) },
  'the deletion of a finished upload': { before: uploaded, work: (it, path) => tus(it, 'DELETE', path) },
  'the deletion of an unfinished upload': { before: startUpload, work: (it, path) => tus(it, 'DELETE', path) },
  'the refusal of an upload by its first bytes': {
    before: async () => '',
    work: (it) => {
      const headers = { 'upload-length': '2000', 'upload-metadata': `kind ${btoa('glb')}` }
      const type = 'application/offset+octet-stream'
      return tus(it, 'POST', '/files', { ...headers, 'content-type': type }, '<html>'.repeat(200))
    },
  },
  'the refusal of a complete upload': {
    before: async () => '',
    work: (it) => upload(it, buildGlbOfSize(900).fill(0xff, 20, 40)),
  },
  'the sweep of an abandoned upload': {
    before: async (it) => {
      const path = await startUpload(it)
      server.advance(UNFINISHED_UPLOAD_MS + 1)
      return path
    },
    work: (it) => runHourlyMaintenance(it.deps).catch(() => {}),
  },
  'the creation of an asset with a rendered icon': {
    before: async (it) => addressOf(it, await uploaded(it)),
    async work(it, prepared) {
      await make(it, prepared).catch(() => {})
      await it.deps.jobs.idle()
    },
  },
  'the sweep of an unreferenced file': {
    before: async (it) => {
      await uploaded(it)
      await runHourlyMaintenance(it.deps)
      server.advance(UNREFERENCED_CHARGE_MS)
      return ''
    },
    work: (it) => runHourlyMaintenance(it.deps).catch(() => {}),
  },
}

if (STRIDE > 1) console.log(`Crashes at every ${STRIDE}th step (DRAW=${RUN_NUMBER} repeats them)`)

describe('a server crash at any step', () => {
  test.each(Object.entries(works))(
    'of %s leaves all stored bytes counted in quotas, and every upload and asset removable',
    async (title, { before, work }) => {
      let steps = 0
      for (let at = rotatingNumber(title, STRIDE); ; at += STRIDE) {
        const prepared = await before(await openCrashableServer())
        const crashingServer = await openCrashableServer(at)
        await work(crashingServer, prepared)
        await crashingServer.deps.jobs.stop(0)
        steps = crashingServer.steps

        const fallen = await measureBytes()
        expect(fallen.charged, `right after a fall at step ${at}`).toBeGreaterThanOrEqual(fallen.stored)
        const again = await openCrashableServer()
        await runHourlyMaintenance(again.deps)
        const swept = await measureBytes()
        expect(swept.charged, `after a fall at step ${at} and a sweep`).toBeGreaterThanOrEqual(swept.stored)

        // Every upload can be deleted or finished as usual, and every asset can be removed.
        const { db } = server.deps
        const ids = [
          ...(await db.selectFrom('uploads').select('id').execute()),
          ...(await db.selectFrom('upload_starts').select('id').execute()),
        ]
        for (const { id } of ids) expect([204, 404]).toContain((await tus(again, 'DELETE', `/files/${id}`)).status)
        expect(await db.selectFrom('upload_starts').select('id').execute(), 'uploads that were given up').toEqual([])
        await db.deleteFrom('assets').execute()
        await runHourlyMaintenance(again.deps)
        server.advance(UNREFERENCED_CHARGE_MS + 1)
        await runHourlyMaintenance(again.deps)
        expect(await measureBytes(), `in the end after a fall at step ${at}`).toEqual({
          charged: 0,
          stored: 0,
          descriptions: 0,
        })
        expect(await db.selectFrom('files').select('sha256').execute()).toEqual([])
        if (!crashingServer.hasCrashed) break
      }
      // The complete run consists of several statements and file changes.
      expect(steps).toBeGreaterThan(3)
    },
  )

  test('of receiving an upload leaves the upload complete, or resumable from its first byte', async () => {
    for (let at = rotatingNumber('whole', STRIDE); ; at += STRIDE) {
      const headers = { 'upload-length': String(model.length), 'upload-metadata': `kind ${btoa('glb')}` }
      const path = (await tus(await openCrashableServer(), 'POST', '/files', headers)).headers.get('location')!
      const crashingServer = await openCrashableServer(at)
      const type = 'application/offset+octet-stream'
      await tus(crashingServer, 'PATCH', path, { 'upload-offset': '0', 'content-type': type }, model)
      const again = await openCrashableServer()
      const progress = await tus(again, 'HEAD', path)
      expect(progress.status, `after a fall at step ${at}`).toBe(200)
      const offset = progress.headers.get('upload-offset')!
      expect(['0', String(model.length)]).toContain(offset)
      if (offset === '0') await tus(again, 'PATCH', path, { 'upload-offset': '0', 'content-type': type }, model)
      const served = await again.fetch(`${ORIGIN}${await addressOf(again, path)}`)
      expect(new Uint8Array(await served.arrayBuffer())).toEqual(model)
      expect(await measureBytes()).toEqual({ charged: model.length, stored: model.length, descriptions: 0 })
      await tus(again, 'DELETE', path)
      if (!crashingServer.hasCrashed) break
    }
  })
})
