import { afterAll, beforeAll, expect } from 'vitest'
import type { CageOperations } from '../../../server/fitting/cage-operations.ts'
import { createModelPool, type ModelPool } from '../../../server/model-work/model-pool.ts'
import { renderIcon } from '../../../server/render/icon.ts'
import { createDemoAsset, createDemoBody, createDemoCage } from '../../support/demo-assets.ts'
import { readWeldedMesh } from '../../support/morph-quality.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let models: ModelPool
let impatientPool: ModelPool

beforeAll(async () => {
  models = createModelPool()
  impatientPool = createModelPool({ morph: 1 })
  const left = [impatientPool]
  const morph: CageOperations['morph'] = (...args) => (left.pop() ?? models).geometry.morph(...args)
  server = await openTestServer({ deps: { geometry: { ...models.geometry, morph } } })
})
afterAll(async () => {
  await server.close()
  await Promise.all([models.stop(), impatientPool.stop()])
})

sampledTest(
  'morphs a demo boot to another body after a first attempt timed out, and renders it',
  async () => {
    const admin = await server.account('admin')
    const [from, to] = [await createDemoBody(server, admin, 'female'), await createDemoBody(server, admin, 'male')]
    await createDemoCage(server, admin, 'female', 'footwear', from.id)
    await createDemoCage(server, admin, 'male', 'footwear', to.id)
    const boot = await createDemoAsset(server, admin, 'models/peat-boot.glb', {
      ...{ name: 'Boot', type: 'footwear', bodyId: from.id },
    })
    const { id } = await admin.client.morphedAssets.generate({ body: { assetId: boot.id, bodyId: to.id } })
    await server.deps.jobs.idle()
    expect(await admin.client.jobs.get({ id })).toMatchObject({ status: 'queued', error: 'This took too long.' })
    server.advance(2_000)
    server.deps.jobs.wake()
    await server.deps.jobs.idle()
    expect(await admin.client.jobs.get({ id })).toMatchObject({ ...{ kind: 'morph', status: 'done' }, attempts: 2 })
    const { data } = await admin.client.privateMorphedAssets.list({ query: { assetId: boot.id } })
    const bytesOf = async (address: string) =>
      new Uint8Array(
        await (await server.fetch(`http://house.test${address}`, bearer(admin.token))).arrayBuffer(),
      ) as Uint8Array<ArrayBuffer>
    const [before, after] = [await bytesOf(boot.modelUrl), await bytesOf(data[0]!.modelUrl)]
    const [old, fitted] = [await readWeldedMesh(before), await readWeldedMesh(after)]
    expect(fitted.points.length).toBe(old.points.length)
    // The feet differ in size, so the boot must move, but not far.
    const moved = Array.from({ length: old.points.length / 3 }, (_, i) =>
      Math.hypot(...[0, 1, 2].map((k) => fitted.points[i * 3 + k]! - old.points[i * 3 + k]!)),
    )
    const mean = moved.reduce((sum, far) => sum + far, 0) / moved.length
    expect(mean).toBeGreaterThan(0.001)
    expect(mean).toBeLessThan(0.2)
    const [one, other] = [await renderIcon(before, { size: 64 }), await renderIcon(after, { size: 64 })]
    expect(Buffer.from(other).equals(Buffer.from(one))).toBe(false)
  },
  240_000,
)

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
