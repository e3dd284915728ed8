import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from '../../../server/app.ts'
import type { TokenClaims } from '../../../server/auth/tokens.ts'
import type { Deps } from '../../../server/deps.ts'
import { UNREFERENCED_MS } from '../../../server/files/charges.ts'
import { FileRoom } from '../../../server/files/file-room.ts'
import { openDiskStorage, type Storage } from '../../../server/files/storage.ts'
import { UNFINISHED_MS } from '../../../server/files/upload-store.ts'
import { createKinds } from '../../../server/jobs/kinds.ts'
import { createJobs } from '../../../server/jobs/runner.ts'
import { sweep } from '../../../server/sweep.ts'
import { DRAW, drawnNumber } from '../../support/drawn.ts'
import { glbOfSize, TINY_PNG, tinyGlb } from '../../support/glb.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'
import { tellingStatements } from '../../support/statements.ts'
import { storedIn } from '../../support/stored-bytes.ts'

/**
 * The server falls between any two of the steps by which files come and go: from then on no statement runs, no file is
 * touched, and what is open in the database is rolled back.
 */
const model = tinyGlb({ pad: 20 })
let server: TestServer
let owner: TestAccount
let folder: string

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.account('admin')
  folder = await mkdtemp(join(tmpdir(), 'atelier-falls-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** A sample of the steps in each run, others with each commit, all of them in the soak. */
const STRIDE = process.env.SOAK ? 1 : 9

class Fall extends Error {}

/** A server over the same store that falls before its step of a number, or never. */
async function openFragile(fallsAt = Number.POSITIVE_INFINITY) {
  let steps = 0
  let isStarted = false
  const step = () => {
    if (isStarted) steps += 1
    if (steps > fallsAt) throw new Fall('The server fell.')
  }
  const db = tellingStatements(server.deps.db, step)
  const files = await FileRoom.open(db, server.deps.now, folder, {
    openStorage: async (...given) => fragile(await openDiskStorage(...given), step),
  })
  const jobs = createJobs({ db, now: server.deps.now, log: server.deps.log, seats: 1 })
  const renderIcon = async () => new Uint8Array(TINY_PNG)
  // One that has fallen draws nothing any more.
  const deps: Deps = { ...server.deps, db, files, jobs, renderIcon, iconWaitMs: 10 }
  const app = createServer(deps)
  // What the one before left under way is done first.
  await jobs.begin(createKinds(deps))
  await jobs.settled()
  isStarted = true
  return {
    deps,
    fetch: async (input: string, init?: RequestInit) => app.fetch(new Request(input, init)),
    get steps() {
      return steps
    },
    get hasFallen() {
      return steps > fallsAt
    },
  }
}
type Fragile = Awaited<ReturnType<typeof openFragile>>

/** Storage every change of which is a step, before it and after it. */
function fragile(storage: Storage, step: () => void): Storage {
  const stepping = <T extends object>(whole: T, names: readonly (keyof T)[]) => {
    for (const name of names) {
      const work = (whole[name] as (...given: unknown[]) => Promise<unknown>).bind(whole)
      Object.assign(whole, {
        [name]: async (...given: unknown[]) => {
          step()
          const done = await work(...given)
          step()
          return done
        },
      })
    }
  }
  stepping(storage.content, ['put', 'remove'])
  stepping(storage.uploads, ['create', 'write', 'remove'])
  stepping(storage, ['settle'])
  return storage
}

/** One that is good now, whatever the clock says. */
const token = () => server.deps.tokens.sign(decodeJwt<TokenClaims>(owner.token) as TokenClaims)
const auth = async () => ({ authorization: `Bearer ${await token()}` })
const tus = async (it: Fragile, method: string, path: string, headers: Record<string, string> = {}, body?: BodyInit) =>
  it.fetch(`${ORIGIN}${path}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...(await auth()), ...headers },
    ...(body ? { body } : {}),
  })
const upload = (it: Fragile, bytes = model) =>
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
const make = async (it: Fragile, modelUrl: string) =>
  it.fetch(`${ORIGIN}/v1/assets`, {
    method: 'POST',
    headers: { ...(await auth()), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl }),
  })
const uploaded = async (it: Fragile) => (await upload(it)).headers.get('location')!
const addressOf = async (it: Fragile, path: string) =>
  (await (await it.fetch(`${ORIGIN}/v1${path}`, { headers: await auth() })).json()).url as string

/** Begins an upload, of which a part arrives. */
async function begun(it: Fragile): Promise<string> {
  const headers = { 'upload-length': String(model.length), 'upload-metadata': `kind ${btoa('glb')}` }
  const path = (await tus(it, 'POST', '/files', headers)).headers.get('location')!
  const type = 'application/offset+octet-stream'
  await tus(it, 'PATCH', path, { 'upload-offset': '0', 'content-type': type }, model.slice(0, 300))
  return path
}

/** What is charged and what lies there, with no server running. */
async function weigh() {
  const stored = await storedIn(folder)
  const { usedBytes } = await server.client(await token()).files.usage()
  return { charged: usedBytes, stored: stored.bytes, descriptions: stored.descriptions }
}

const works: Record<
  string,
  { before: (it: Fragile) => Promise<string>; work: (it: Fragile, given: string) => Promise<unknown> }
> = {
  'a file is uploaded': { before: async () => '', work: (it) => upload(it) },
  'a file is uploaded that is there already': { before: uploaded, work: (it) => upload(it) },
  'a finished upload is given up': { before: uploaded, work: (it, path) => tus(it, 'DELETE', path) },
  'an unfinished upload is given up': { before: begun, work: (it, path) => tus(it, 'DELETE', path) },
  'an upload is refused': {
    before: async () => '',
    work: (it) => {
      const headers = { 'upload-length': '2000', 'upload-metadata': `kind ${btoa('glb')}` }
      const type = 'application/offset+octet-stream'
      return tus(it, 'POST', '/files', { ...headers, 'content-type': type }, '<html>'.repeat(200))
    },
  },
  'an upload is refused once it is whole': {
    before: async () => '',
    work: (it) => upload(it, glbOfSize(900).fill(0xff, 20, 40)),
  },
  'an upload that nobody finished is swept': {
    before: async (it) => {
      const path = await begun(it)
      server.advance(UNFINISHED_MS + 1)
      return path
    },
    work: (it) => sweep(it.deps).catch(() => {}),
  },
  'an asset is made, with an icon': {
    before: async (it) => addressOf(it, await uploaded(it)),
    async work(it, given) {
      await make(it, given).catch(() => {})
      await it.deps.jobs.settled()
    },
  },
  'what nothing refers to is swept': {
    before: async (it) => {
      await uploaded(it)
      await sweep(it.deps)
      server.advance(UNREFERENCED_MS)
      return ''
    },
    work: (it) => sweep(it.deps).catch(() => {}),
  },
}

if (STRIDE > 1) console.log(`Falls at every ${STRIDE}th step; which ones, DRAW=${DRAW} draws again`)

describe('whenever the server falls, what lies on the disk is charged, and goes in the end', () => {
  test.each(Object.entries(works))('while %s', async (what, { before, work }) => {
    let steps = 0
    for (let at = drawnNumber(what, STRIDE); ; at += STRIDE) {
      const given = await before(await openFragile())
      const mortal = await openFragile(at)
      await work(mortal, given)
      await mortal.deps.jobs.stop(0)
      steps = mortal.steps

      const fallen = await weigh()
      expect(fallen.charged, `right after a fall at step ${at}`).toBeGreaterThanOrEqual(fallen.stored)
      const again = await openFragile()
      await sweep(again.deps)
      const swept = await weigh()
      expect(swept.charged, `after a fall at step ${at} and a sweep`).toBeGreaterThanOrEqual(swept.stored)

      // Every upload can be given up or finished as if nothing had been, every asset be removed.
      const { db } = server.deps
      const ids = [
        ...(await db.selectFrom('uploads').select('id').execute()),
        ...(await db.selectFrom('upload_starts').select('id').execute()),
      ]
      for (const { id } of ids) expect([204, 404]).toContain((await tus(again, 'DELETE', `/files/${id}`)).status)
      expect(await db.selectFrom('upload_starts').select('id').execute(), 'uploads that were given up').toEqual([])
      await db.deleteFrom('assets').execute()
      await sweep(again.deps)
      server.advance(UNREFERENCED_MS + 1)
      await sweep(again.deps)
      expect(await weigh(), `in the end after a fall at step ${at}`).toEqual({ charged: 0, stored: 0, descriptions: 0 })
      expect(await db.selectFrom('files').select('sha256').execute()).toEqual([])
      if (!mortal.hasFallen) break
    }
    // Statements and changes of files, all of which the last one went through.
    expect(steps).toBeGreaterThan(3)
  })

  test('an upload is whole or can be gone on with, never lost once its last byte was taken', async () => {
    for (let at = drawnNumber('whole', STRIDE); ; at += STRIDE) {
      const headers = { 'upload-length': String(model.length), 'upload-metadata': `kind ${btoa('glb')}` }
      const path = (await tus(await openFragile(), 'POST', '/files', headers)).headers.get('location')!
      const mortal = await openFragile(at)
      const type = 'application/offset+octet-stream'
      await tus(mortal, 'PATCH', path, { 'upload-offset': '0', 'content-type': type }, model)
      const again = await openFragile()
      const progress = await tus(again, 'HEAD', path)
      expect(progress.status, `after a fall at step ${at}`).toBe(200)
      const offset = progress.headers.get('upload-offset')!
      expect(['0', String(model.length)]).toContain(offset)
      if (offset === '0') await tus(again, 'PATCH', path, { 'upload-offset': '0', 'content-type': type }, model)
      const served = await again.fetch(`${ORIGIN}${await addressOf(again, path)}`)
      expect(new Uint8Array(await served.arrayBuffer())).toEqual(model)
      expect(await weigh()).toEqual({ charged: model.length, stored: model.length, descriptions: 0 })
      await tus(again, 'DELETE', path)
      if (!mortal.hasFallen) break
    }
  })
})
