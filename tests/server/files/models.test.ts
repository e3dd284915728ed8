import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectHere } from '../../../server/files/inspect.ts'
import { createModels, type Models } from '../../../server/files/models.ts'
import { predictHere } from '../../../server/textures/predict.ts'
import { InputFault } from '../../../server/worker-process.ts'
import { sniffType } from '../../../src/api/contract/files.ts'
import { imageSize } from '../../../src/files/image-size.ts'
import { ballMesh, meshGlb } from '../../support/ball-mesh.ts'
import { COSTLY_MODELS, heavyModel } from '../../support/costly-models.ts'
import { glbOf, TINY_PNG, tinyGlb } from '../../support/glb.ts'
import { sampledTest } from '../../support/sampled-test.ts'

let folder: string
let models: Models
/** On a busy machine the code of a process alone takes long to come. */
const openModels = () =>
  createModels({ inspect: 120_000, report: 120_000, render: 120_000, predict: 120_000, check: 120_000 })
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

test('a model becomes a PNG in a process of its own, and a broken one harms nobody after it', async () => {
  const good = await modelAt('good.glb', tinyGlb())
  const broken = await modelAt('broken.glb', glbOf('{}'))
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

test('a check and a report are those that this process would make', async () => {
  const path = await modelAt('same.glb', tinyGlb())
  expect(await models.inspect(path)).toEqual(await inspectHere(path))
  expect((await models.report(path)).counts.error).toBe(0)
  await expect(models.report(join(folder, 'none.glb'))).rejects.toThrow('ENOENT')
})

test('a strip is drawn as it is asked for', async () => {
  const path = await modelAt('strip.glb', tinyGlb())
  const strip = await models.render(path, 'ann', { size: 16, view: 'front', frames: 4 })
  expect(imageSize(strip)).toEqual({ width: 64, height: 16 })
})

test('what a texture is used for is told as this process would, and a broken one harms nobody', async () => {
  const path = await modelAt('texture.png', TINY_PNG)
  expect(await models.predict(path, 'ann')).toEqual(await predictHere(path))
  expect(await models.predict(TINY_PNG, 'ann')).toEqual(await predictHere(path))
  await expect(models.predict(TINY_PNG.subarray(0, 30), 'ann')).rejects.toThrow()
  expect(await models.predict(path)).toEqual(await predictHere(path))
})

test('what an older server let in is neither drawn nor validated where it asks for too much', async () => {
  const path = await modelAt('vast.glb', COSTLY_MODELS['4,000,000 vertices by 2,000 nodes']!.make())
  const told = 'The model draws 4,000,000 vertices; at most 1,500,000 can be shown.'
  await expect(models.render(path, 'ann')).rejects.toThrow(told)
  await expect(models.report(path, 'ann')).rejects.toThrow(told)
})

test('a model that cannot be drawn is told from a file that cannot be read, which may pass', async () => {
  const broken = await modelAt('broken.glb', tinyGlb().subarray(0, 60))
  await expect(models.render(broken, 'ann')).rejects.toBeInstanceOf(InputFault)
  await expect(models.render(`${broken}.none`, 'ann')).rejects.not.toBeInstanceOf(InputFault)
})

sampledTest('a stranger’s check and icon come before those of one who brought thirty costly ones', async () => {
  const heavy = await modelAt('heavy.glb', heavyModel(100_000, 1))
  const small = await modelAt('small.glb', tinyGlb())
  const ended: string[] = []
  const told = async (what: string, work: Promise<unknown>) => {
    await work.catch(() => {})
    ended.push(what)
  }
  const mass = Array.from({ length: 30 }, (_, i) =>
    told('mass', i % 2 ? models.report(heavy, 'mass') : models.render(heavy, 'mass')),
  )
  const checks = Array.from({ length: 15 }, () => told('mass', models.inspect(heavy, 'mass')))
  const stranger = told('icon', models.render(small, 'stranger'))
  await told('check', models.inspect(small, 'stranger'))
  await stranger
  expect(ended.indexOf('check')).toBeLessThan(4)
  // One that was at work already, and one for every check that was over meanwhile.
  const drawnBefore = ended.slice(0, ended.indexOf('icon')).filter((it) => it === 'mass').length
  expect(drawnBefore).toBeLessThan(15 + 4)
  await models.stop()
  await Promise.all([...mass, ...checks])
  models = openModels()
})

test('one owner may have fifty waiting, and hears when there are more; others are not refused', async () => {
  const small = await modelAt('small.glb', tinyGlb())
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

test('a model that takes too long is given up, and what was stopped takes none', async () => {
  const hasty = createModels({ render: 1, report: 1 })
  const slow = await modelAt('slow.glb', tinyGlb())
  await expect(hasty.render(slow, 'ann')).rejects.toThrow('This took too long.')
  await expect(hasty.report(slow, 'ann')).rejects.toThrow('This took too long.')
  await hasty.stop()
  await expect(hasty.render('any', 'ann')).rejects.toThrow('The pool has been stopped.')
})

test('what is wrong with a cage comes with how many and where, from the process that looked at it', async () => {
  const holed = ballMesh(2)
  const cage = await modelAt('holed.glb', meshGlb({ ...holed, triangles: holed.triangles.slice(3) }))
  const fault = await models.geometry.check({ cage, extent: 'whole' }, 'ann').catch((thrown) => thrown)
  expect(fault).toMatchObject({
    code: 'CAGE_OPEN',
    found: { count: 3, place: [expect.any(Number), expect.any(Number), expect.any(Number)] },
  })
})
