import { expect, test } from 'vitest'
import type { CageMesh } from '../../../src/api/contract/cage-meshes.ts'
import { bodyCalls } from '../../../src/ui/bodies/body-calls.ts'
import { assetWith } from '../../support/assets.ts'

const { signal } = new AbortController()
const OAK = assetWith({ id: 'oak', name: 'Oak Body', type: 'bodyshape', gender: 'female' })
const cage = (id: string, assetType?: CageMesh['assetType']) =>
  ({ id, name: id, updatedAt: '2026-03-02T09:00:00.000Z', ...(assetType && { assetType }) }) as CageMesh

/** Calls on stand-ins of the server that say what they were asked. */
function callsOn(answers: Record<string, unknown>) {
  const asked: unknown[] = []
  const service = (name: string) =>
    new Proxy(
      {},
      {
        get: (_, call: string) => async (input: object, options: object) => {
          const { signal: _signal, ...more } = options as { signal: unknown }
          asked.push([`${name}.${call}`, input, more])
          return answers[`${name}.${call}`]
        },
      },
    )
  const api = { assets: service('assets'), cageMeshes: service('cageMeshes'), jobs: service('jobs') }
  return { asked, calls: bodyCalls(api as never, 'oak') }
}

test('a body comes with its cages, the one for the whole body first', async () => {
  const found = { data: [cage('b', 'top'), cage('a', 'bottom'), cage('c')], pagination: { hasNextPage: false } }
  const { calls } = callsOn({ 'assets.get': OAK, 'cageMeshes.list': found })
  const { body, cages } = await calls.read(signal)
  expect([body, cages.map(({ id }) => id)]).toEqual([OAK, ['c', 'a', 'b']])
})

test('a body is not offered to itself', async () => {
  const { calls } = callsOn({ 'assets.list': { data: [OAK, { ...OAK, id: 'elm' }] } })
  expect((await calls.others(signal)).map(({ id }) => id)).toEqual(['elm'])
})

test('a cage is added for its body and type, once for each key; one for the whole body names no type', async () => {
  const { asked, calls } = callsOn({})
  await calls.add(OAK, { modelUrl: '/files/1.glb', assetType: 'top' }, 'k1', signal)
  await calls.add(OAK, { modelUrl: '/files/2.glb', assetType: undefined }, 'k2', signal)
  const body = { gender: 'female', bodyId: 'oak' }
  expect(asked).toEqual([
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

test('a model takes the place of the one that was seen, and cages are carried to this body', async () => {
  const { asked, calls } = callsOn({})
  await calls.replace(cage('c'), '/files/3.glb', signal)
  await calls.carry('elm', signal)
  await calls.readJob('j1', signal)
  expect(asked).toEqual([
    ['cageMeshes.update', { id: 'c', body: { modelUrl: '/files/3.glb' } }, { ifMatch: '2026-03-02T09:00:00.000Z' }],
    ['cageMeshes.carry', { body: { fromBodyId: 'elm', toBodyId: 'oak' } }, {}],
    ['jobs.get', { id: 'j1' }, {}],
  ])
})
