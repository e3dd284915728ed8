import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ContentStore, contentOf } from '../../../server/files/content-store.ts'
import { archiveBytes } from '../../../server/transfer/archive-bytes.ts'
import { Checksums } from '../../../server/transfer/checksums.ts'
import { archiveOf, planExport } from '../../../server/transfer/plan.ts'
import { unzip } from '../../support/archive.ts'
import { CAP, exportsOf, sha256 } from '../../support/exports.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: TestAccount
let owner: TestAccount
const { application, fill, take } = exportsOf(() => ({ server, admin, owner }))

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
  owner = await server.account('developer', 'owner@house.example')
  await application('harbour', 'Harbour / Lane')
  await application('quay', 'Quay')
})
afterAll(() => server.close())

describe('a download that broke off', () => {
  sampledTest('goes on at any byte, and comes to the same archive', async () => {
    await fill()
    const { bytes: whole, headers } = await take()
    const etag = headers.get('etag')!
    for (let at = 1; at < whole.length; at += 37) {
      const rest = await take({ range: `bytes=${at}-`, 'if-range': etag })
      expect([rest.status, rest.headers.get('content-range')]).toEqual([
        206,
        `bytes ${at}-${whole.length - 1}/${whole.length}`,
      ])
      expect(rest.bytes.equals(whole.subarray(at)), `from byte ${at}`).toBe(true)
    }
    for (const [from, to] of [
      [0, 0],
      [5, 40],
      [whole.length - 30, whole.length - 10],
    ] as const) {
      const part = await take({ range: `bytes=${from}-${to}` })
      expect(part.bytes.equals(whole.subarray(from, to + 1)), `${from} to ${to}`).toBe(true)
    }
    expect((await take({ range: 'bytes=-22' })).bytes.equals(whole.subarray(-22))).toBe(true)
  })

  test('begins anew where the application has changed, and is the same where it has not', async () => {
    const { cap } = await fill()
    const first = await take()
    const etag = first.headers.get('etag')!
    server.advance(60_000)
    const again = await take()
    expect([again.headers.get('etag'), again.bytes.equals(first.bytes)]).toEqual([etag, true])
    expect((await take({ 'if-none-match': etag })).status).toBe(304)
    await admin.client.assets.update({ id: cap.id, body: { name: 'Hat' } })
    const changed = await take({ range: 'bytes=50-', 'if-range': etag })
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
    expect([...(await unzip(changed.bytes)).keys()]).toContain('models/Hat.glb')
  })

  test('of a part that is not there is told how long the archive is', async () => {
    const { bytes } = await take()
    const beyond = await take({ range: `bytes=${bytes.length}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  })

  test('is asked about without being read', async () => {
    await fill()
    const { bytes } = await take()
    const response = await server.fetch(`${ORIGIN}/v1/assets/export/harbour`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ])
    const rows = await server.deps.db.selectFrom('audit').select('id').where('action', '=', 'exported').execute()
    expect(rows).toHaveLength(1)
  })
})

describe('checksums', () => {
  test('of files that an older version stored are read once and kept', async () => {
    await fill()
    const { bytes } = await take()
    const { db, files } = server.deps
    const checksums = () => db.selectFrom('files').select(['sha256', 'crc32']).orderBy('sha256').execute()
    const known = await checksums()
    await db.updateTable('files').set({ crc32: null }).execute()
    expect((await take()).bytes.equals(bytes)).toBe(true)
    expect(await checksums()).toEqual(known)
    expect(known.every(({ crc32 }) => crc32 !== null)).toBe(true)
    expect((await contentOf(CAP)).crc32).toBeGreaterThanOrEqual(0)
    expect(await files.content.find(`${sha256(CAP)}.glb`)).toBeDefined()
  })

  test('that nobody knows keep nobody waiting: an archive begins before any of its files is read', async () => {
    await fill()
    const { bytes } = await take()
    const { db, files, log } = server.deps
    await db.updateTable('files').set({ crc32: null }).execute()
    let reads = 0
    const stream: ContentStore['stream'] = (...given) => {
      reads += 1
      return files.content.stream(...given)
    }
    const content = { stream } as ContentStore
    const plan = await planExport(db, { id: 'harbour', name: 'Harbour / Lane' })
    const layout = await archiveOf(plan)
    const checksums = new Checksums(db, content, log)
    const range = { start: 0, end: layout.bytes - 1 }
    const pieces: Uint8Array[] = []
    let readBefore: number | undefined
    for await (const piece of archiveBytes(layout, plan.manifest, content, checksums, range)) {
      readBefore ??= reads
      pieces.push(piece)
    }
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
    // Four files: each for its checksum, and to be sent.
    expect([readBefore, reads]).toEqual([0, 8])
  })

  test('of what stands before a part are there at its end', async () => {
    await fill()
    const { bytes, headers } = await take()
    await server.deps.db.updateTable('files').set({ crc32: null }).execute()
    const part = await take({ range: `bytes=${bytes.length - 300}-`, 'if-range': headers.get('etag')! })
    expect(part.status).toBe(206)
    expect(part.bytes.equals(bytes.subarray(-300))).toBe(true)
  })

  test('of a file that is not whole are not kept, and it is found out on the way', async () => {
    await fill()
    const { db } = server.deps
    await db.updateTable('files').set({ crc32: null }).execute()
    const sha = sha256(CAP)
    await truncate(join(server.folder, 'files', sha.slice(0, 2), `${sha}.glb`), 20)
    const response = await server.fetch(`${ORIGIN}/v1/assets/export/harbour`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    const reader = response.body!.getReader()
    expect((await reader.read()).value?.length).toBeGreaterThan(0)
    const rest = async () => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toThrow('is not')
    const kept = await db.selectFrom('files').select('crc32').where('sha256', '=', sha).executeTakeFirstOrThrow()
    expect(kept.crc32).toBeNull()
  })
})
