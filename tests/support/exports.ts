import { createHash } from 'node:crypto'
import { tinyGlb } from './glb.ts'
import { png, psd } from './images.ts'
import { BEGINNING, ORIGIN, type TestAccount, type TestServer } from './server.ts'

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const CAP = tinyGlb({ json: { extras: 'cap' } })
export const BODY = tinyGlb({ json: { extras: 'body' } })
export const ICON = png({ width: 8, height: 8 })
export const SOURCE = psd()

/** A download as it came. */
export interface Taken {
  status: number
  headers: Headers
  bytes: Buffer
}

/** Two applications of a developer's, what is in the first, and how it is downloaded. */
export function exportsOf(at: () => { server: TestServer; admin: TestAccount; owner: TestAccount }) {
  const application = (id: string, name: string) =>
    at()
      .server.deps.db.insertInto('applications')
      .values({ id, name, name_key: name.toLowerCase(), owner_id: at().owner.id, created_at: BEGINNING })
      .execute()

  /** A body, and a cap for it with all kinds of files, in the application. */
  async function fill() {
    const { server, admin, owner } = at()
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

  async function take(
    headers: Record<string, string> = {},
    by = at().owner,
    path = 'v1/assets/export/harbour',
  ): Promise<Taken> {
    const response = await at().server.fetch(`${ORIGIN}/${path}`, {
      headers: { authorization: `Bearer ${by.token}`, ...headers },
    })
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { application, fill, take }
}
