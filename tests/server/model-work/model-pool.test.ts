import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectModelInProcess } from '../../../server/files/inspect-model.ts'
import { createModelPool, type ModelPool } from '../../../server/model-work/model-pool.ts'
import { predictTextureInProcess } from '../../../server/textures/predict-texture.ts'
import { InvalidJobInputError } from '../../../server/workers/worker-process.ts'
import { sniffType } from '../../../src/api/contract/files.ts'
import { readImageSize } from '../../../src/files/image-size.ts'
import { buildGridModel, COSTLY_MODELS } from '../../support/costly-models.ts'
import { buildGlb, buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { buildMeshGlb, createSphereMesh } from '../../support/sphere-mesh.ts'

let folder: string
let models: ModelPool
/** Generous timeouts: on a busy machine even loading the code of a process takes long. */
const openModels = () =>
  createModelPool({ inspect: 120_000, report: 120_000, render: 120_000, predict: 120_000, check: 120_000 })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-models-'))
  models = openModels()
})
afterAll(async () => {
  await models.stop()
  await rm(folder, { recursive: true, force: true })
})

async function modelAt(name: string, bytes: Uint8Array) {
  await writeFile(join(folder, name), bytes)
  return join(folder, name)
}

test('renders a model to a PNG in another process, and survives a broken model', async () => {
  const good = await modelAt('good.glb', buildTinyGlb())
  const broken = await modelAt('broken.glb', buildGlb('{}'))
  const [first, second, third] = await Promise.allSettled([
    models.render(good, 'ann'),
    models.render(broken, 'ann'),
    models.render(good, 'bo'),
  ])
  expect([first.status, second.status, third.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  if (first.status === 'fulfilled' && third.status === 'fulfilled') {
    expect(sniffType(first.value)).toBe('image/png')
    expect(Buffer.compare(first.value, third.value)).toBe(0)
  }
})

test('inspects a valid model with the same result as in-process, and rejects a missing file', async () => {
  const path = await modelAt('same.glb', buildTinyGlb())
  expect(await models.inspect(path)).toEqual(await inspectModelInProcess(path))
  expect((await models.report(path)).counts.error).toBe(0)
  await expect(models.report(join(folder, 'none.glb'))).rejects.toThrow('ENOENT')
})

test('renders the requested number of frames next to each other in one image', async () => {
  const path = await modelAt('strip.glb', buildTinyGlb())
  const strip = await models.render(path, 'ann', { size: 16, view: 'front', frames: 4 })
  expect(readImageSize(strip)).toEqual({ width: 64, height: 16 })
})

test('predicts the use of a texture with the same result as in-process, and survives a broken texture', async () => {
  const path = await modelAt('texture.png', TINY_PNG)
  expect(await models.predict(path, 'ann')).toEqual(await predictTextureInProcess(path))
  expect(await models.predict(TINY_PNG, 'ann')).toEqual(await predictTextureInProcess(path))
  await expect(models.predict(TINY_PNG.subarray(0, 30), 'ann')).rejects.toThrow()
  expect(await models.predict(path)).toEqual(await predictTextureInProcess(path))
})

test('neither renders nor validates an oversized model that an older version accepted', async () => {
  const path = await modelAt('vast.glb', COSTLY_MODELS['4,000,000 vertices by 2,000 nodes']!.build())
  const message = 'The model draws 4,000,000 vertices; at most 1,500,000 can be shown.'
  await expect(models.render(path, 'ann')).rejects.toThrow(message)
  await expect(models.report(path, 'ann')).rejects.toThrow(message)
})

test('distinguishes a model that cannot be rendered from a file that cannot be read', async () => {
  const broken = await modelAt('broken.glb', buildTinyGlb().subarray(0, 60))
  await expect(models.render(broken, 'ann')).rejects.toBeInstanceOf(InvalidJobInputError)
  await expect(models.render(`${broken}.none`, 'ann')).rejects.not.toBeInstanceOf(InvalidJobInputError)
})

sampledTest("runs another user's check and icon before those of a user with thirty costly jobs", async () => {
  const heavy = await modelAt('heavy.glb', buildGridModel(100_000, 1))
  const small = await modelAt('small.glb', buildTinyGlb())
  const ended: string[] = []
  const recordEnd = async (name: string, work: Promise<unknown>) => {
    await work.catch(() => {})
    ended.push(name)
  }
  const mass = Array.from({ length: 30 }, (_, i) =>
    recordEnd('mass', i % 2 ? models.report(heavy, 'mass') : models.render(heavy, 'mass')),
  )
  const checks = Array.from({ length: 15 }, () => recordEnd('mass', models.inspect(heavy, 'mass')))
  const stranger = recordEnd('icon', models.render(small, 'stranger'))
  await recordEnd('check', models.inspect(small, 'stranger'))
  await stranger
  expect(ended.indexOf('check')).toBeLessThan(4)
  // Only two kinds of jobs may end before the icon: jobs that were already running, and jobs in the slots of the 15 checks.
  const rendersBeforeIcon = ended.slice(0, ended.indexOf('icon')).filter((it) => it === 'mass').length
  expect(rendersBeforeIcon).toBeLessThan(15 + 4)
  await models.stop()
  await Promise.all([...mass, ...checks])
  models = openModels()
})

test('refuses further jobs of one owner, with Retry-After, while fifty jobs are queued', async () => {
  const small = await modelAt('small.glb', buildTinyGlb())
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => models.inspect(small, 'mass')))
  const refused = all.filter((it) => it.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(10)
  for (const { reason } of refused)
    expect(reason).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Too many models are waiting. Try again in a moment.',
      retryAfter: 5,
    })
})

test('gives up on a model that takes too long, and refuses jobs after a stop', async () => {
  const impatientPool = createModelPool({ render: 1, report: 1 })
  const slow = await modelAt('slow.glb', buildTinyGlb())
  await expect(impatientPool.render(slow, 'ann')).rejects.toThrow('This took too long.')
  await expect(impatientPool.report(slow, 'ann')).rejects.toThrow('This took too long.')
  await impatientPool.stop()
  await expect(impatientPool.render('any', 'ann')).rejects.toThrow('The pool has been stopped.')
})

test('returns the number and position of errors in a cage from the process that checked the cage', async () => {
  const holed = createSphereMesh(2)
  const cage = await modelAt('holed.glb', buildMeshGlb({ ...holed, triangles: holed.triangles.slice(3) }))
  const error = await models.geometry.check({ cage, extent: 'whole' }, 'ann').catch((thrown) => thrown)
  expect(error).toMatchObject({
    code: 'CAGE_OPEN',
    found: { count: 3, place: [expect.any(Number), expect.any(Number), expect.any(Number)] },
  })
})
