import { createHash } from 'node:crypto'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ContentStore, contentOf } from '../../../server/files/content-store.ts'
import { archiveBytes } from '../../../server/transfer/archive-bytes.ts'
import { Checksums } from '../../../server/transfer/checksums.ts'
import { archiveOf, planExport } from '../../../server/transfer/plan.ts'
import { unzip } from '../../support/archive.ts'
import { tinyGlb } from '../../support/glb.ts'
import { png, psd } from '../../support/images.ts'
import { BEGINNING, ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const CAP = tinyGlb({ json: { extras: 'cap' } })
const BODY = tinyGlb({ json: { extras: 'body' } })
const ICON = png({ width: 8, height: 8 })
const SOURCE = psd()

let server: TestServer
let admin: TestAccount
let owner: TestAccount

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

const application = (id: string, name: string) =>
  server.deps.db
    .insertInto('applications')
    .values({ id, name, name_key: name.toLowerCase(), owner_id: owner.id, created_at: BEGINNING })
    .execute()

/** A body, and a cap for it with all kinds of files, in the application. */
async function fill() {
  const upload = async (bytes: Uint8Array, kind?: 'icon' | 'psd') => (await server.upload(owner, bytes, kind)).url
  const { tagId } = await owner.client.tags.create({ body: { name: 'Summer', color: 'lagoon' } })
  const create = admin.client.assets.create
  const body = await create({
    body: {
      name: 'Body',
      type: 'bodyshape',
      gender: 'neutral',
      modelUrl: await upload(BODY),
      applicationIds: ['harbour'],
    },
  })
  const cap = await create({
    body: {
      name: 'Cap: “red”',
      type: 'headwear',
      gender: 'neutral',
      modelUrl: await upload(CAP),
      iconUrl: await upload(ICON, 'icon'),
      psdUrl: await upload(SOURCE, 'psd'),
      tags: [tagId],
      bodyId: body.id,
      applicationIds: ['harbour'],
    },
  })
  return { body, cap }
}

interface Taken {
  status: number
  headers: Headers
  bytes: Buffer
}
async function take(
  headers: Record<string, string> = {},
  by = owner,
  path = 'v1/assets/export/harbour',
): Promise<Taken> {
  const response = await server.fetch(`${ORIGIN}/${path}`, {
    headers: { authorization: `Bearer ${by.token}`, ...headers },
  })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('an export', () => {
  test('holds every asset with its files, and says what they are', async () => {
    const { body, cap } = await fill()
    const { bytes, headers } = await take()
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('content-length')).toBe(String(bytes.length))
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Harbour _ Lane.zip"; filename*=UTF-8''Harbour%20_%20Lane.zip`,
    )
    const files = await unzip(bytes)
    expect([...files.keys()]).toEqual([
      'manifest.json',
      'models/Body.glb',
      'models/Cap_ “red”.glb',
      'icons/Cap_ “red”.png',
      'psd/Cap_ “red”.psd',
    ])
    const fileOf = (path: string, content: Uint8Array, type: string) => {
      expect(files.get(path)).toEqual(Buffer.from(content))
      return { path, sha256: sha256(content), bytes: content.length, type }
    }
    const common = { gender: 'neutral', locked: false, defaultAuthorized: false, isVisible: true }
    const rest = ({ stats, createdAt, updatedAt }: typeof cap) => ({ stats, createdAt, updatedAt })
    expect(JSON.parse(files.get('manifest.json')!.toString())).toEqual({
      format: 'atelier-export',
      version: 1,
      application: { id: 'harbour', name: 'Harbour / Lane' },
      tags: [{ name: 'Summer', color: 'lagoon' }],
      assets: [
        {
          ...{ ...common, id: body.id, name: 'Body', type: 'bodyshape', position: 1, tags: [], iconRendered: false },
          ...rest(body),
          files: { model: fileOf('models/Body.glb', BODY, 'model/gltf-binary') },
        },
        {
          ...{ ...common, id: cap.id, name: 'Cap: “red”', type: 'headwear', position: 2, tags: ['Summer'] },
          ...{ ...rest(cap), iconRendered: false, bodyId: body.id },
          files: {
            model: fileOf('models/Cap_ “red”.glb', CAP, 'model/gltf-binary'),
            icon: fileOf('icons/Cap_ “red”.png', ICON, 'image/png'),
            psd: fileOf('psd/Cap_ “red”.psd', SOURCE, 'image/vnd.adobe.photoshop'),
          },
        },
      ],
    })
  })

  test('holds a file once that several assets have, and two of one name', async () => {
    await fill()
    const [first] = (await admin.client.assets.list({ query: { search: 'cap' } })).data
    const given = { type: 'top' as const, gender: 'male' as const, applicationIds: ['harbour'] }
    const create = admin.client.assets.create
    await create({ body: { ...given, name: 'Other', modelUrl: first!.modelUrl } })
    const { url } = await server.upload(owner, tinyGlb({ json: { extras: 'third' } }))
    await create({ body: { ...given, name: 'BODY', modelUrl: url } })
    const files = await unzip((await take()).bytes)
    expect([...files.keys()].filter((name) => name.startsWith('models/'))).toEqual([
      'models/Body.glb',
      'models/Cap_ “red”.glb',
      'models/BODY (2).glb',
    ])
    const { assets } = JSON.parse(files.get('manifest.json')!.toString())
    expect(assets[2].files.model.path).toBe('models/Cap_ “red”.glb')
  })

  test('of an application without assets is an archive of its manifest alone', async () => {
    const files = await unzip((await take({}, owner, 'v1/assets/export/quay')).bytes)
    expect([...files.keys()]).toEqual(['manifest.json'])
    expect(JSON.parse(files.get('manifest.json')!.toString()).assets).toEqual([])
  })

  test('is the client’s to read as it comes', async () => {
    await fill()
    const response = await owner.client.assets.export({ applicationId: 'harbour' })
    expect((await unzip(new Uint8Array(await response.arrayBuffer()))).size).toBe(5)
  })

  test('names a file the store has lost, and holds the others', async () => {
    const { cap } = await fill()
    const lost = `/files/${'0'.repeat(64)}.png`
    await server.deps.db.updateTable('assets').set({ icon_url: lost }).where('id', '=', cap.id).execute()
    const files = await unzip((await take()).bytes)
    expect([...files.keys()]).not.toContain('icons/Cap_ “red”.png')
    const { assets } = JSON.parse(files.get('manifest.json')!.toString())
    expect(assets[1].files.icon).toEqual({ sha256: '0'.repeat(64), bytes: 0, type: 'image/png' })
  })

  test('of more assets than an archive holds is refused', async () => {
    await fill()
    const harbour = { id: 'harbour', name: 'Harbour' }
    expect((await planExport(server.deps.db, harbour, { most: 2 })).assets).toBe(2)
    await expect(planExport(server.deps.db, harbour, { most: 1 })).rejects.toMatchObject({ code: 'EXPORT_TOO_LARGE' })
  })

  test('of more tags or a longer manifest than an import reads is refused, and the last that would do is not', async () => {
    await fill()
    const harbour = { id: 'harbour', name: 'Harbour' }
    const { manifest } = await planExport(server.deps.db, harbour)
    const bytes = Buffer.concat(manifest).length
    const tags = JSON.parse(Buffer.concat(manifest).toString()).tags.length
    expect(tags).toBe(1)
    expect((await planExport(server.deps.db, harbour, { mostTags: tags, mostBytes: bytes })).assets).toBe(2)
    for (const limits of [{ mostTags: tags - 1 }, { mostBytes: bytes - 1 }])
      await expect(planExport(server.deps.db, harbour, limits)).rejects.toMatchObject({ code: 'EXPORT_TOO_LARGE' })
  })

  test('is told as an event and written down, by whom and which part', async () => {
    await fill()
    const whole = await take()
    await take({ range: 'bytes=100-199' })
    const rows = await server.deps.db
      .selectFrom('audit')
      .select(['user_id', 'details'])
      .where('action', '=', 'exported')
      .orderBy('id')
      .execute()
    const etag = whole.headers.get('etag')
    const last = whole.bytes.length - 1
    expect(rows).toEqual([
      { user_id: owner.id, details: { applicationId: 'harbour', assets: 2, etag, start: 0, end: last } },
      { user_id: owner.id, details: { applicationId: 'harbour', assets: 2, etag, start: 100, end: 199 } },
    ])
    const events = await server.deps.db
      .selectFrom('outbox')
      .select(['asset_id', 'actor_id'])
      .where('key', '=', 'asset.v1.exported')
      .execute()
    expect(events).toEqual([{ asset_id: 'harbour', actor_id: owner.id }])
  })
})

describe('an export may be taken', () => {
  test('by who owns the application and by admins, not by other developers nor by users', async () => {
    const other = await server.account('developer', 'other@house.example')
    const user = await server.account('user')
    const statuses = async (path: string) =>
      Promise.all([owner, admin, other, user].map(async (by) => (await take({}, by, path)).status))
    expect(await statuses('v1/assets/export/harbour')).toEqual([200, 200, 403, 403])
    expect(await statuses('private/v1/assets/export/harbour')).toEqual([403, 200, 403, 403])
    expect(await statuses('v1/assets/export/none')).toEqual([404, 404, 404, 403])
  })

  test('where an application is called like a call on one asset', async () => {
    await application('application', 'Application')
    expect((await take({}, owner, 'v1/assets/export/application')).headers.get('content-type')).toBe('application/zip')
  })
})

describe('a download that broke off', () => {
  test('goes on at any byte, and comes to the same archive', async () => {
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
    expect(contentOf(CAP).crc32).toBeGreaterThanOrEqual(0)
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
    const layout = archiveOf(plan)
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
