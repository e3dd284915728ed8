import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModelPool, type ModelPool } from '../../../server/model-work/model-pool.ts'
import { OptimiseError } from '../../../server/optimise/optimise-error.ts'
import { WorkerProcessError } from '../../../server/workers/worker-process.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

const cap = join(import.meta.dirname, '../../../demo/models/ferry-cap.glb')

let models: ModelPool
let impatientPool: ModelPool
let server: TestServer

beforeAll(async () => {
  models = createModelPool()
  impatientPool = createModelPool({ optimise: 1 })
  server = await openTestServer({ workers: 0 })
})
afterAll(async () => {
  await models.stop()
  await impatientPool.stop()
  await server.close()
})

test('creates a variant in a separate process, and reports the visual difference', async () => {
  const [web] = await models.optimise(cap, 'web', 'ann')
  expect(web!.glb.length).toBe(web!.after.bytes)
  expect(web!.after.bytes).toBeLessThan(web!.before.bytes)
  expect(web!.difference!.mean).toBeLessThan(0.02)
  expect([...web!.difference!.picture.subarray(1, 4)]).toEqual([...'PNG'].map((it) => it.charCodeAt(0)))
})

test('forwards a permanent refusal from the separate process', async () => {
  const path = join(server.folder, 'lossy.glb')
  await writeFile(path, buildTinyGlb({ json: { extensionsUsed: ['ACME_cloth'] } }))
  await expect(models.optimise(path, 'web', 'ann')).rejects.toThrow(OptimiseError)
})

test('rejects a request whose process exceeds the time limit', async () => {
  await expect(impatientPool.optimise(cap, 'lods', 'ann')).rejects.toThrow(WorkerProcessError)
})
