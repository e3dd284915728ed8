import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectHere } from '../../server/files/inspect.ts'
import { tinyGlb } from '../support/glb.ts'
import { openTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let meanwhile: () => Promise<unknown> = async () => {}

beforeAll(async () => {
  // The model is looked at between the check of what an asset points at and the writing of it.
  const inspect = async (path: string) => {
    await meanwhile()
    return inspectHere(path)
  }
  server = await openTestServer({ inspect })
})
afterAll(() => server.close())

test.each(['tags', 'bodyId'] as const)(
  'an asset whose %s goes while it is made is refused, not a fault',
  async (field) => {
    meanwhile = async () => {}
    const admin = await server.account('admin', `${field.toLowerCase()}@house.example`)
    const { url: modelUrl } = await server.upload(admin, tinyGlb())
    const asset = { name: 'Boot', gender: 'neutral' as const, modelUrl }
    let links: object
    if (field === 'tags') {
      const { tagId } = await admin.client.tags.create({ body: { name: 'Warm', color: 'olive' } })
      links = { tags: [tagId] }
      meanwhile = () => admin.client.tags.remove({ tagId })
    } else {
      const { id } = await admin.client.assets.create({ body: { ...asset, type: 'bodyshape' } })
      links = { bodyId: id }
      meanwhile = async () => {
        await admin.client.assets.remove({ id })
        await admin.client.assets.purge({ id })
      }
    }
    const answer = await server.call('POST /v1/assets', {
      token: admin.token,
      body: { ...asset, type: 'hair', ...links },
    })
    expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND'])
    const left = await server.deps.db.selectFrom('assets').select('id').where('type', '=', 'hair').execute()
    expect(left).toEqual([])
  },
)
