import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModels, type Models } from '../../../server/files/models.ts'
import { OptimiseFault } from '../../../server/optimise/fault.ts'
import { ProcessFault } from '../../../server/worker-process.ts'
import { tinyGlb } from '../../support/glb.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

const cap = join(import.meta.dirname, '../../../demo/models/ferry-cap.glb')

let models: Models
let hasty: Models
let server: TestServer

beforeAll(async () => {
  models = createModels()
  hasty = createModels({ optimise: 1 })
  server = await openTestServer({ workers: 0 })
})
afterAll(async () => {
  await models.stop()
  await hasty.stop()
  await server.close()
})

test('A process of its own makes a variant, and says how it differs', async () => {
  const [web] = await models.optimise(cap, 'web', 'ann')
  expect(web!.glb.length).toBe(web!.after.bytes)
  expect(web!.after.bytes).toBeLessThan(web!.before.bytes)
  expect(web!.difference!.mean).toBeLessThan(0.02)
  expect([...web!.difference!.picture.subarray(1, 4)]).toEqual([...'PNG'].map((it) => it.charCodeAt(0)))
})

test('What it refuses for good crosses over as that', async () => {
  const path = join(server.folder, 'lossy.glb')
  await writeFile(path, tinyGlb({ json: { extensionsUsed: ['ACME_cloth'] } }))
  await expect(models.optimise(path, 'web', 'ann')).rejects.toThrow(OptimiseFault)
})

test('One that takes too long is ended', async () => {
  await expect(hasty.optimise(cap, 'lods', 'ann')).rejects.toThrow(ProcessFault)
})
