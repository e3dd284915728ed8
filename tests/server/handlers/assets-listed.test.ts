import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { createReferenceInserts } from '../../support/insert-references.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer({ deps: { renderIcon: async () => TINY_PNG } })
const { application, tag } = createReferenceInserts(() => server)
let admin: TestAccount
let model: string

beforeEach(async () => {
  admin = await server.account('admin')
  model = (await server.upload(admin, buildTinyGlb())).url
})

const make = (overrides: Partial<NewAsset> = {}) =>
  admin.client.assets.create({
    body: { name: 'Kiln jacket', type: 'top', gender: 'female', modelUrl: model, ...overrides },
  })
describe('the list of assets', () => {
  const names = [
    'Élan',
    'apron',
    'Zephyr',
    '100% wool',
    'under_score',
    'Beret',
    'beret',
    'Çedar',
    'Drift',
    'Echo',
    'Fern',
  ]

  beforeEach(async () => {
    await tag('warm')
    await application('harbour', admin.id)
    for (const [i, name] of names.entries()) {
      server.advance(1000)
      await make({
        name,
        type: i % 2 ? 'hair' : 'top',
        gender: i % 3 ? 'male' : 'neutral',
        ...(i < 3 ? { tags: ['warm'] } : {}),
        ...(i < 4 ? { applicationIds: ['harbour'] } : {}),
      })
    }
  })
  const list = async (query: object) => (await admin.client.assets.list({ query })).data.map(({ name }) => name)

  test('sorts names without regard to case and accents', async () => {
    const sorted = [
      '100% wool',
      'apron',
      'Beret',
      'beret',
      'Çedar',
      'Drift',
      'Echo',
      'Élan',
      'Fern',
      'under_score',
      'Zephyr',
    ]
    expect(await list({ order: 'name', limit: 100 })).toEqual(sorted)
    expect(await list({ order: '-name', limit: 100 })).toEqual(sorted.toReversed())
  })

  test('shows the newest assets first by default', async () => {
    expect(await list({ limit: 3 })).toEqual(['Fern', 'Echo', 'Drift'])
  })

  test('contains every asset once across its pages, even where sort values are equal', async () => {
    for (const order of ['type', '-gender', 'createdAt'] as const) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ order, page, limit: 3 })))
      expect(pages.flat().sort()).toEqual(names.toSorted())
      expect(pages.flat()).toEqual(await list({ order, limit: 100 }))
    }
  })

  test('returns the same totals on every page, also on a page beyond the last', async () => {
    const pagination = async (page: number) =>
      (await admin.client.assets.list({ query: { page, limit: 4 } })).pagination
    const totals = { limit: 4, totalPages: 3, totalDocs: 11 }
    expect(await pagination(1)).toEqual({ page: 1, hasNextPage: true, nextCursor: expect.any(String), ...totals })
    expect(await pagination(3)).toEqual({ page: 3, hasNextPage: false, ...totals })
    expect(await pagination(99)).toEqual({ page: 99, hasNextPage: false, ...totals })
  })

  test('filters by each field and by several values', async () => {
    expect(await list({ type: 'hair', limit: 100, order: 'createdAt' })).toEqual(names.filter((_, i) => i % 2))
    expect(await list({ type: ['hair', 'top'], limit: 100 })).toHaveLength(names.length)
    expect(await list({ gender: 'neutral', type: 'top', limit: 100, order: 'createdAt' })).toEqual(['Élan', 'beret'])
    expect(await list({ tag: ['warm', 'none'], order: 'createdAt' })).toEqual(names.slice(0, 3))
    expect(await list({ applicationId: 'harbour', order: 'createdAt' })).toEqual(names.slice(0, 4))
    expect(await list({ locked: 'true' })).toEqual([])
    expect(await admin.client.assets.countByType({ query: { tag: 'warm' } })).toEqual([
      { type: 'hair', count: 1 },
      { type: 'top', count: 2 },
    ])
  })

  test('sorts the assets of an application by last change, also after additions, moves and removals', async () => {
    const idOf = async (name: string) => (await admin.client.assets.list({ query: { search: name } })).data[0]!.id
    const inHarbour = (order: '-updatedAt' | 'updatedAt' = '-updatedAt') => list({ applicationId: 'harbour', order })
    const [first, second, third, fourth] = names
    expect(await inHarbour()).toEqual([fourth, third, second, first])
    server.advance(1000)
    await admin.client.assets.update({ id: await idOf(first!), body: { gender: 'female' } })
    expect(await inHarbour()).toEqual([first, fourth, third, second])
    server.advance(1000)
    await admin.client.assets.addToApplication({ id: await idOf('Fern'), body: { applicationId: 'harbour' } })
    expect(await inHarbour()).toEqual(['Fern', first, fourth, third, second])
    server.advance(1000)
    const move = { applicationId: 'harbour', position: 1 }
    await admin.client.assets.updateApplication({ id: await idOf('Fern'), body: move })
    await admin.client.assets.removeFromApplication({ id: await idOf(first!), body: { applicationId: 'harbour' } })
    await admin.client.assets.remove({ id: await idOf(third!) })
    expect(await inHarbour('updatedAt')).toEqual([second, fourth, 'Fern'])
  })

  test('searches names and ids, with pattern characters taken literally', async () => {
    expect(await list({ search: 'BERET', order: 'createdAt' })).toEqual(['Beret', 'beret'])
    expect(await list({ search: 'elan' })).toEqual(['Élan'])
    expect(await list({ search: '100%' })).toEqual(['100% wool'])
    expect(await list({ search: '%' })).toEqual(['100% wool'])
    expect(await list({ search: '_' })).toEqual(['under_score'])
    expect(await list({ search: '\\' })).toEqual([])
    expect(await list({ search: '  ', limit: 100 })).toHaveLength(names.length)
    const [{ id } = { id: '' }] = (await admin.client.assets.list({ query: { search: 'Fern' } })).data
    expect(await list({ search: id })).toEqual(['Fern'])
  })

  test('treats injection strings in a search as plain text', async () => {
    const texts = await hostileTexts()
    for (const text of texts) {
      const response = await server.call(`GET /v1/assets?search=${encodeURIComponent(text.slice(0, 200))}`, {
        token: admin.token,
      })
      expect([200, 400], text).toContain(response.status)
    }
    expect((await admin.client.assets.list()).pagination.totalDocs).toBe(names.length)
  })
})

describe('the list of assets with unusual parameters', () => {
  test('limits the page number to 1,000,000', async () => {
    const { body } = await server.call('GET /v1/assets?page=2000000', { token: admin.token })
    expect(body.pagination.page).toBe(1_000_000)
  })

  test.each([
    ['page=0', 'query.page'],
    ['page=-1', 'query.page'],
    ['page=1.5', 'query.page'],
    ['page=1&page=2', 'query.page'],
    ['limit=0', 'query.limit'],
    ['limit=101', 'query.limit'],
    ['limit=ten', 'query.limit'],
    ['order=modelUrl', 'query.order'],
    ['order=--name', 'query.order'],
    ['order=name;drop%20table%20assets', 'query.order'],
    ['type=socks', 'query.type'],
    ['locked=yes', 'query.locked'],
    ['search=%00', 'query.search'],
    ['colour=red', 'query.colour'],
    ['__proto__=1', 'query.__proto__'],
  ])('refuses ?%s and names the parameter', async (query, path) => {
    const response = await server.call(`GET /v1/assets?${query}`, { token: admin.token })
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_INPUT'])
    expect(response.body.error.details.map((fault: { path: string }) => fault.path.replace(/\.\d+$/, ''))).toContain(
      path,
    )
  })
})

test.each(['authorize-default', 'authorized', 'editable', 'countByType', 'trash', 'duplicates'])(
  'never treats the path segment %s as an asset id, whatever the method',
  async (name) => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const options = { token: admin.token, ...(method === 'PATCH' ? { body: {} } : {}) }
      const { status, body } = await server.call(`${method} /v1/assets/${name}`, options)
      // Some of the names are endpoints for GET.
      if (status === 200 && method === 'GET') continue
      expect([status, body.error.message]).toEqual([404, 'This address was not found.'])
    }
    expect((await server.call(`GET /v1/assets/${name}x`, { token: admin.token })).body.error.message).toMatch(/asset/i)
  },
)

/** Returns injection strings: a few fixed ones, and the shared collection where available. */
async function hostileTexts(): Promise<string[]> {
  const few = ["'; drop table assets; --", "' or '1'='1", '$1', '%27%20or%201=1', '\u202e', '{"$gt":""}', '\\', "\\'"]
  const files = ['sql-error-based.txt', 'sql-postgres.txt', 'nosql.txt', 'blns.txt']
  const shared = await Promise.all(
    files.map((name) => readFile(`../shared/data/strings/${name}`, 'utf8').catch(() => '')),
  )
  return [...few, ...shared.join('\n').split('\n').filter(Boolean)]
}
