import { createHash } from 'node:crypto'
import { buildTinyGlb } from './glb.ts'
import { buildPng, buildPsd } from './images.ts'
import { ORIGIN, START_TIME, type TestAccount, type TestServer } from './server.ts'

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const CAP_GLB = buildTinyGlb({ json: { extras: 'cap' } })
export const BODY_GLB = buildTinyGlb({ json: { extras: 'body' } })
export const ICON_PNG = buildPng({ width: 8, height: 8 })
export const SOURCE_PSD = buildPsd()

export interface DownloadedArchive {
  status: number
  headers: Headers
  bytes: Buffer
}

/** Returns functions that insert applications, fill the application `harbour` with assets, and download its archive. */
export function createExportFixture(getContext: () => { server: TestServer; admin: TestAccount; owner: TestAccount }) {
  const insertApplication = (id: string, name: string) =>
    getContext()
      .server.deps.db.insertInto('applications')
      .values({ id, name, name_key: name.toLowerCase(), owner_id: getContext().owner.id, created_at: START_TIME })
      .execute()

  /** Creates a body in the application, and a cap for it with every kind of file. */
  async function insertAssets() {
    const { server, admin, owner } = getContext()
    const upload = async (bytes: Uint8Array, kind?: 'icon' | 'psd') => (await server.upload(owner, bytes, kind)).url
    const { tagId } = await owner.client.tags.create({ body: { name: 'Summer', color: 'lagoon' } })
    const create = admin.client.assets.create
    const body = await create({
      body: {
        name: 'Body',
        type: 'bodyshape',
        gender: 'neutral',
        modelUrl: await upload(BODY_GLB),
        applicationIds: ['harbour'],
      },
    })
    const cap = await create({
      body: {
        name: 'Cap: “red”',
        type: 'headwear',
        gender: 'neutral',
        modelUrl: await upload(CAP_GLB),
        iconUrl: await upload(ICON_PNG, 'icon'),
        psdUrl: await upload(SOURCE_PSD, 'psd'),
        tags: [tagId],
        bodyId: body.id,
        applicationIds: ['harbour'],
      },
    })
    return { body, cap }
  }

  async function download(
    headers: Record<string, string> = {},
    by = getContext().owner,
    path = 'v1/assets/export/harbour',
  ): Promise<DownloadedArchive> {
    const response = await getContext().server.fetch(`${ORIGIN}/${path}`, {
      headers: { authorization: `Bearer ${by.token}`, ...headers },
    })
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { insertApplication, insertAssets, download }
}
