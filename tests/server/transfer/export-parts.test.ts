import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type ContentStore, toStoredContent } from '../../../server/files/content-store.ts'
import { readArchiveBytes } from '../../../server/transfer/archive-bytes.ts'
import { ArchiveChecksums } from '../../../server/transfer/archive-checksums.ts'
import { createArchiveLayout, planExport } from '../../../server/transfer/plan-export.ts'
import { CAP_GLB, createExportFixture, sha256 } from '../../support/export-fixture.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { ORIGIN, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'
import { unzip } from '../../support/unzip.ts'

const server = setUpTestServer()
let admin: TestAccount
let owner: TestAccount
const { insertApplication: application, insertAssets, download } = createExportFixture(() => ({ server, admin, owner }))

beforeEach(async () => {
  admin = await server.account('admin')
  owner = await server.account('developer', 'owner@house.example')
  await application('harbour', 'Harbour / Lane')
  await application('quay', 'Quay')
})

describe('an interrupted download', () => {
  sampledTest('resumes at every 37th byte, and yields the same archive', async () => {
    await insertAssets()
    const { bytes: whole, headers } = await download()
    const etag = headers.get('etag')!
    for (let at = 1; at < whole.length; at += 37) {
      const rest = await download({ range: `bytes=${at}-`, 'if-range': etag })
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
      const part = await download({ range: `bytes=${from}-${to}` })
      expect(part.bytes.equals(whole.subarray(from, to + 1)), `${from} to ${to}`).toBe(true)
    }
    expect((await download({ range: 'bytes=-22' })).bytes.equals(whole.subarray(-22))).toBe(true)
  })

  test('restarts from the first byte if the application has changed since, and resumes otherwise', async () => {
    const { cap } = await insertAssets()
    const first = await download()
    const etag = first.headers.get('etag')!
    server.advance(60_000)
    const again = await download()
    expect([again.headers.get('etag'), again.bytes.equals(first.bytes)]).toEqual([etag, true])
    expect((await download({ 'if-none-match': etag })).status).toBe(304)
    await admin.client.assets.update({ id: cap.id, body: { name: 'Hat' } })
    const changed = await download({ range: 'bytes=50-', 'if-range': etag })
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
    expect([...(await unzip(changed.bytes)).keys()]).toContain('models/Hat.glb')
  })

  test('gets a 416 with the size of the archive for a range beyond its end', async () => {
    const { bytes } = await download()
    const beyond = await download({ range: `bytes=${bytes.length}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  })

  test('can be preceded by a HEAD request for its size, which is not audited as an export', async () => {
    await insertAssets()
    const { bytes } = await download()
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
  test('that an older version did not store are computed by the next export and saved', async () => {
    await insertAssets()
    const { bytes } = await download()
    const { db, files } = server.deps
    const checksums = () => db.selectFrom('files').select(['sha256', 'crc32']).orderBy('sha256').execute()
    const checksumsBefore = await checksums()
    await db.updateTable('files').set({ crc32: null }).execute()
    expect((await download()).bytes.equals(bytes)).toBe(true)
    expect(await checksums()).toEqual(checksumsBefore)
    expect(checksumsBefore.every(({ crc32 }) => crc32 !== null)).toBe(true)
    expect((await toStoredContent(CAP_GLB)).crc32).toBeGreaterThanOrEqual(0)
    expect(await files.content.find(`${sha256(CAP_GLB)}.glb`)).toBeDefined()
  })

  test('that are missing do not delay the archive, which starts before any file is read', async () => {
    await insertAssets()
    const { bytes } = await download()
    const { db, files, log } = server.deps
    await db.updateTable('files').set({ crc32: null }).execute()
    let reads = 0
    const stream: ContentStore['stream'] = (...args) => {
      reads += 1
      return files.content.stream(...args)
    }
    const content = { stream } as ContentStore
    const plan = await planExport(db, { id: 'harbour', name: 'Harbour / Lane' })
    const layout = await createArchiveLayout(plan)
    const checksums = new ArchiveChecksums(db, content, log)
    const range = { start: 0, end: layout.bytes - 1 }
    const chunks: Uint8Array[] = []
    let readBefore: number | undefined
    for await (const piece of readArchiveBytes(layout, plan.manifest, content, checksums, range)) {
      readBefore ??= reads
      chunks.push(piece)
    }
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
    // Each of the four files is read twice: for its checksum, and to be sent.
    expect([readBefore, reads]).toEqual([0, 8])
  })

  test('of files before the requested range are computed for the directory at the end of the archive', async () => {
    await insertAssets()
    const { bytes, headers } = await download()
    await server.deps.db.updateTable('files').set({ crc32: null }).execute()
    const part = await download({ range: `bytes=${bytes.length - 300}-`, 'if-range': headers.get('etag')! })
    expect(part.status).toBe(206)
    expect(part.bytes.equals(bytes.subarray(-300))).toBe(true)
  })

  test('are not saved for a truncated file, and the export ends with an error', async () => {
    await insertAssets()
    const { db } = server.deps
    await db.updateTable('files').set({ crc32: null }).execute()
    const sha = sha256(CAP_GLB)
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
    const storedFile = await db.selectFrom('files').select('crc32').where('sha256', '=', sha).executeTakeFirstOrThrow()
    expect(storedFile.crc32).toBeNull()
  })
})
