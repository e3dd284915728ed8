import { beforeEach, expect, test } from 'vitest'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let developer: TestAccount
const files: Record<string, string> = {}

beforeEach(async () => {
  developer = await server.account('developer')
  for (const [name, pad] of [
    ['a', 0],
    ['b', 4],
    ['c', 8],
  ] as const)
    files[name] = (await server.upload(developer, buildTinyGlb({ pad }))).url
  files.png = (await server.upload(developer, new Uint8Array(TINY_PNG), 'texture')).url
})

const make = async (name: string, model: string, overrides: Partial<NewAsset> = {}) => {
  server.advance(1000)
  return developer.client.assets.create({
    body: { name, type: 'top', gender: 'neutral', modelUrl: files[model]!, ...overrides },
  })
}
const groups = async (query: object = {}, by = developer) =>
  (await by.client.assets.duplicates({ query })).data.map(({ field, total, assets }) => [
    field,
    total,
    assets.map(({ name }) => name).join(' '),
  ])

test('groups assets with the same model, icon or texture, the largest group first', async () => {
  for (const [name, model] of [
    ['One', 'a'],
    ['Two', 'b'],
    ['Three', 'a'],
    ['Four', 'a'],
    ['Five', 'b'],
    ['Six', 'c'],
  ] as const)
    await make(name, model, {
      textureUrl: name === 'Two' || name === 'Six' ? files.png : undefined,
    } as Partial<NewAsset>)
  expect(await groups({ field: 'model' })).toEqual([
    ['model', 3, 'One Three Four'],
    ['model', 2, 'Two Five'],
  ])
  expect(await groups({ field: 'texture' })).toEqual([['texture', 2, 'Two Six']])
  expect(await groups({ field: 'icon' })).toEqual([])
  const all = await developer.client.assets.duplicates()
  expect([all.pagination.totalDocs, all.data[0]?.url]).toEqual([3, files.a])
  expect((await groups({ order: 'total' })).map(([, total]) => total)).toEqual([2, 2, 3])
  expect(await groups({ limit: 1, page: 3 })).toHaveLength(1)
})

test('the list of duplicates omits trashed assets, and is denied to users who may not change assets', async () => {
  await make('One', 'a')
  await make('Two', 'a')
  const { id } = await make('Three', 'a')
  await developer.client.assets.remove({ id })
  expect(await groups()).toEqual([['model', 2, 'One Two']])
  const user = await server.account('user')
  await expect(user.client.assets.duplicates()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('names the twenty oldest assets of a large group of duplicates, and counts all assets of the group', async () => {
  const row = (n: number) => ({
    ...{
      id: `a${String(n).padStart(2, '0')}`,
      name: `${n}`,
      name_key: `${n}`,
      type: 'top' as const,
      gender: 'male' as const,
    },
    ...{ model_url: files.a!, triangles: 1, vertices: 3, textures: 0, bytes: 9, created_by: developer.id },
    ...{ created_at: START_TIME, updated_at: START_TIME },
  })
  await server.deps.db
    .insertInto('assets')
    .values(Array.from({ length: 25 }, (_, n) => row(n)))
    .execute()
  const [group] = (await developer.client.assets.duplicates()).data
  expect([group?.total, group?.assets.map(({ id }) => id)]).toEqual([
    25,
    Array.from({ length: 20 }, (_, n) => `a${String(n).padStart(2, '0')}`),
  ])
  expect(group?.assets[0]).toEqual({ id: 'a00', name: '0', type: 'top' })
})
