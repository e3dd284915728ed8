import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectModelInProcess } from '../../server/files/inspect-model.ts'
import { buildTinyGlb } from '../support/glb.ts'
import { openTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let meanwhile: () => Promise<unknown> = async () => {}

beforeAll(async () => {
  // The model is inspected between the check of an asset's references and the write.
  const inspect = async (path: string) => {
    await meanwhile()
    return inspectModelInProcess(path)
  }
  server = await openTestServer({ inspect })
})
afterAll(() => server.close())

test.each(['tags', 'bodyId'] as const)(
  'responds 400 and names the field if the record named in %s is deleted while an asset is created',
  async (field) => {
    meanwhile = async () => {}
    const admin = await server.account('admin', `${field.toLowerCase()}@house.example`)
    const { url: modelUrl } = await server.upload(admin, buildTinyGlb())
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
    const response = await server.call('POST /v1/assets', {
      token: admin.token,
      body: { ...asset, type: 'hair', ...links },
    })
    expect(response).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } })
    expect(JSON.stringify(response.body)).toContain(`body.${field}`)
    const left = await server.deps.db.selectFrom('assets').select('id').where('type', '=', 'hair').execute()
    expect(left).toEqual([])
  },
)
