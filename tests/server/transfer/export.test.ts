import { beforeEach, describe, expect, test } from 'vitest'
import { planExport } from '../../../server/transfer/plan-export.ts'
import { BODY_GLB, CAP_GLB, createExportFixture, ICON_PNG, SOURCE_PSD, sha256 } from '../../support/export-fixture.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import type { TestAccount } from '../../support/server.ts'
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

describe('an export', () => {
  test('contains every asset with its files and a manifest', async () => {
    const { body, cap } = await insertAssets()
    const { bytes, headers } = await download()
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
          files: { model: fileOf('models/Body.glb', BODY_GLB, 'model/gltf-binary') },
        },
        {
          ...{ ...common, id: cap.id, name: 'Cap: “red”', type: 'headwear', position: 2, tags: ['Summer'] },
          ...{ ...rest(cap), iconRendered: false, bodyId: body.id },
          files: {
            model: fileOf('models/Cap_ “red”.glb', CAP_GLB, 'model/gltf-binary'),
            icon: fileOf('icons/Cap_ “red”.png', ICON_PNG, 'image/png'),
            psd: fileOf('psd/Cap_ “red”.psd', SOURCE_PSD, 'image/vnd.adobe.photoshop'),
          },
        },
      ],
    })
  })

  test('contains a file shared by assets once, and renames a file whose name another file already has', async () => {
    await insertAssets()
    const [first] = (await admin.client.assets.list({ query: { search: 'cap' } })).data
    const fields = { type: 'top' as const, gender: 'male' as const, applicationIds: ['harbour'] }
    const create = admin.client.assets.create
    await create({ body: { ...fields, name: 'Other', modelUrl: first!.modelUrl } })
    const { url } = await server.upload(owner, buildTinyGlb({ json: { extras: 'third' } }))
    await create({ body: { ...fields, name: 'BODY', modelUrl: url } })
    const files = await unzip((await download()).bytes)
    expect([...files.keys()].filter((name) => name.startsWith('models/'))).toEqual([
      'models/Body.glb',
      'models/Cap_ “red”.glb',
      'models/BODY (2).glb',
    ])
    const { assets } = JSON.parse(files.get('manifest.json')!.toString())
    expect(assets[2].files.model.path).toBe('models/Cap_ “red”.glb')
  })

  test('without assets contains only the manifest', async () => {
    const files = await unzip((await download({}, owner, 'v1/assets/export/quay')).bytes)
    expect([...files.keys()]).toEqual(['manifest.json'])
    expect(JSON.parse(files.get('manifest.json')!.toString()).assets).toEqual([])
  })

  test('can be read as a stream by the API client', async () => {
    await insertAssets()
    const response = await owner.client.assets.export({ applicationId: 'harbour' })
    expect((await unzip(new Uint8Array(await response.arrayBuffer()))).size).toBe(5)
  })

  test('lists a lost file in the manifest without a path, and contains all other files', async () => {
    const { cap } = await insertAssets()
    const missingPath = `/files/${'0'.repeat(64)}.png`
    await server.deps.db.updateTable('assets').set({ icon_url: missingPath }).where('id', '=', cap.id).execute()
    const files = await unzip((await download()).bytes)
    expect([...files.keys()]).not.toContain('icons/Cap_ “red”.png')
    const { assets } = JSON.parse(files.get('manifest.json')!.toString())
    expect(assets[1].files.icon).toEqual({ sha256: '0'.repeat(64), bytes: 0, type: 'image/png' })
  })

  test('with too many assets is refused', async () => {
    await insertAssets()
    const harbour = { id: 'harbour', name: 'Harbour' }
    expect((await planExport(server.deps.db, harbour, { maxAssets: 2 })).assets).toBe(2)
    await expect(planExport(server.deps.db, harbour, { maxAssets: 1 })).rejects.toMatchObject({
      code: 'EXPORT_TOO_LARGE',
    })
  })

  test('is refused if it has more tags or a longer manifest than an import accepts', async () => {
    await insertAssets()
    const harbour = { id: 'harbour', name: 'Harbour' }
    const { manifest } = await planExport(server.deps.db, harbour)
    const bytes = Buffer.concat(manifest).length
    const tags = JSON.parse(Buffer.concat(manifest).toString()).tags.length
    expect(tags).toBe(1)
    expect((await planExport(server.deps.db, harbour, { maxTags: tags, maxManifestBytes: bytes })).assets).toBe(2)
    for (const limits of [{ maxTags: tags - 1 }, { maxManifestBytes: bytes - 1 }])
      await expect(planExport(server.deps.db, harbour, limits)).rejects.toMatchObject({ code: 'EXPORT_TOO_LARGE' })
  })

  test('writes an event, and an audit entry with user and range', async () => {
    await insertAssets()
    const whole = await download()
    await download({ range: 'bytes=100-199' })
    const rows = await server.deps.db
      .selectFrom('audit')
      .select(['user_id', 'details'])
      .where('action', '=', 'exported')
      .orderBy('id')
      .execute()
    const about = { applicationId: 'harbour', name: 'Harbour / Lane', assets: 2, etag: whole.headers.get('etag') }
    const last = whole.bytes.length - 1
    expect(rows).toEqual([
      { user_id: owner.id, details: { ...about, start: 0, end: last } },
      { user_id: owner.id, details: { ...about, start: 100, end: 199 } },
    ])
    const events = await server.deps.db
      .selectFrom('outbox')
      .select(['asset_id', 'actor_id'])
      .where('key', '=', 'asset.v1.exported')
      .execute()
    expect(events).toEqual([{ asset_id: 'harbour', actor_id: owner.id }])
    const { data } = await admin.client.audit.events({ query: { key: 'asset.v1.exported' } })
    const other = { kind: 'application', name: 'Harbour / Lane' }
    expect(data).toEqual([expect.objectContaining({ assetId: 'harbour', other })])
    expect(data[0]).not.toHaveProperty('asset')
  })
})

describe('access to an export', () => {
  test('is granted to the owner of the application and to admins, not to other developers or users', async () => {
    const other = await server.account('developer', 'other@house.example')
    const user = await server.account('user')
    const statuses = async (path: string) =>
      Promise.all([owner, admin, other, user].map(async (by) => (await download({}, by, path)).status))
    expect(await statuses('v1/assets/export/harbour')).toEqual([200, 200, 403, 403])
    expect(await statuses('private/v1/assets/export/harbour')).toEqual([403, 200, 403, 403])
    expect(await statuses('v1/assets/export/none')).toEqual([404, 404, 404, 403])
  })

  test('is granted for an application whose id is also a path segment of an asset endpoint', async () => {
    await application('application', 'Application')
    expect((await download({}, owner, 'v1/assets/export/application')).headers.get('content-type')).toBe(
      'application/zip',
    )
  })
})
