import { expect, test } from 'vitest'
import type { CageMesh } from '../../../src/api/contract/cage-meshes.ts'
import { createBodyCalls } from '../../../src/ui/bodies/body-calls.ts'
import { createAsset } from '../../support/create-asset.ts'

const { signal } = new AbortController()
const OAK = createAsset({ id: 'oak', name: 'Oak Body', type: 'bodyshape', gender: 'female' })
const cage = (id: string, assetType?: CageMesh['assetType']) =>
  ({ id, name: id, updatedAt: '2026-03-02T09:00:00.000Z', ...(assetType && { assetType }) }) as CageMesh

function createStubbedCalls(responses: Record<string, unknown>) {
  const requests: unknown[] = []
  const service = (name: string) =>
    new Proxy(
      {},
      {
        get: (_, call: string) => async (input: object, options: object) => {
          const { signal: _signal, ...otherOptions } = options as { signal: unknown }
          requests.push([`${name}.${call}`, input, otherOptions])
          return responses[`${name}.${call}`]
        },
      },
    )
  const api = { assets: service('assets'), cageMeshes: service('cageMeshes'), jobs: service('jobs') }
  return { requests, calls: createBodyCalls(api as never, 'oak') }
}

test('returns a body with its cages, whole-body cages first', async () => {
  const cagePage = { data: [cage('b', 'top'), cage('a', 'bottom'), cage('c')], pagination: { hasNextPage: false } }
  const { calls } = createStubbedCalls({ 'assets.get': OAK, 'cageMeshes.list': cagePage })
  const { body, cages } = await calls.read(signal)
  expect([body, cages.map(({ id }) => id)]).toEqual([OAK, ['c', 'a', 'b']])
})

test('does not offer a body as its own source of cages', async () => {
  const { calls } = createStubbedCalls({ 'assets.list': { data: [OAK, { ...OAK, id: 'elm' }] } })
  expect((await calls.loadOtherBodies(signal)).map(({ id }) => id)).toEqual(['elm'])
})

test('adds a cage to the body under an idempotency key; a whole-body cage has no asset type', async () => {
  const { requests, calls } = createStubbedCalls({})
  await calls.add(OAK, { modelUrl: '/files/1.glb', assetType: 'top' }, 'k1', signal)
  await calls.add(OAK, { modelUrl: '/files/2.glb', assetType: undefined }, 'k2', signal)
  const body = { gender: 'female', bodyId: 'oak' }
  expect(requests).toEqual([
    [
      'cageMeshes.create',
      { body: { ...body, name: 'Oak Body top', modelUrl: '/files/1.glb', assetType: 'top' } },
      { idempotencyKey: 'k1' },
    ],
    [
      'cageMeshes.create',
      { body: { ...body, name: 'Oak Body whole', modelUrl: '/files/2.glb' } },
      { idempotencyKey: 'k2' },
    ],
  ])
})

test('replaces the model of a cage with If-Match, and transfers cages from another body', async () => {
  const { requests, calls } = createStubbedCalls({})
  await calls.replace(cage('c'), '/files/3.glb', signal)
  await calls.transferCages('elm', signal)
  await calls.readJob('j1', signal)
  expect(requests).toEqual([
    ['cageMeshes.update', { id: 'c', body: { modelUrl: '/files/3.glb' } }, { ifMatch: '2026-03-02T09:00:00.000Z' }],
    ['cageMeshes.carry', { body: { fromBodyId: 'elm', toBodyId: 'oak' } }, {}],
    ['jobs.get', { id: 'j1' }, {}],
  ])
})
