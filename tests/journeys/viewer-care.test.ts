import sharp from 'sharp'
import { tinyGlb } from '../support/glb.ts'
import type { Mounting } from '../support/viewer-page/main.tsx'
import { SAMPLED } from './sampled.ts'
import { expect, FIGURE, pixelAt, type StagePage, THING, test } from './viewer-support.ts'

/** Mount and unmount cycles: a sample by default, all of them in a soak. */
const CYCLES = process.env['SOAK'] ? 200 : 8

const SMALL = { width: 160, height: 160, fit: true }
const thing = { ...SMALL, source: THING }

test('nothing is drawn while nothing changes, nor while nobody sees it', SAMPLED, async ({ stage, page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await standsInShadow(stage, { ...thing, shadows: true })
  await stage.stands({ ...thing, float: true }, 'floating')
  const frames = async (name?: string) => (await stage.info(name)).frames
  await page.clock.runFor(1000)
  const before = [await frames(), await frames('floating')] as const
  await page.clock.runFor(5000)
  expect(await frames()).toBe(before[0])
  expect(await frames('floating')).toBeGreaterThan(before[1])
  await page.evaluate(() => {
    const space = document.createElement('div')
    space.style.blockSize = '4000px'
    document.body.append(space)
    scrollTo(0, 3000)
  })
  await expect(page.locator('#floating')).not.toBeInViewport()
  await page.clock.runFor(500)
  const hidden = await frames('floating')
  await page.clock.runFor(5000)
  expect(await frames('floating')).toBe(hidden)
  await page.evaluate(() => scrollTo(0, 0))
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return frames('floating')
    })
    .toBeGreaterThan(hidden)
})

test('what is mounted and taken away, in strict mode too, leaves nothing behind', SAMPLED, async ({ stage, page }) => {
  test.setTimeout(60_000 + CYCLES * 10_000)
  const session = await page.context().newCDPSession(page)
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  }
  let warm = 0
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    // The first four fill what later ones share.
    if (cycle === 4) warm = await heap()
    await stage.stands({ ...thing, shadows: cycle % 2 === 0, strict: cycle % 3 === 0, occlusion: cycle % 4 === 0 })
    await stage.remove()
    const contexts = () =>
      window.canvases.filter((kept) => kept.deref()?.getContext('webgl2')?.isContextLost() === false)
    await expect.poll(() => page.evaluate(`(${contexts})().length`)).toBe(0)
  }
  await expect
    .poll(async () => {
      await session.send('HeapProfiler.collectGarbage')
      return page.evaluate(() => window.canvases.filter((kept) => kept.deref()).length)
    })
    .toBeLessThanOrEqual(1)
  const kept = ((await heap()) - warm) / 1000 / (CYCLES - 4)
  console.log(`${CYCLES} mounts: 0 contexts and at most 1 canvas left, ${kept.toFixed(0)} kB of heap for each`)
})

test('another model leaves nothing of the one before on the graphics card', SAMPLED, async ({ stage }) => {
  const thing = { ...SMALL, source: THING, shadows: true }
  await standsInShadow(stage, thing)
  const held = () => heldBy(stage)
  const first = await held()
  for (const source of [FIGURE, '/demo/models/moon-lamp.glb', THING]) {
    await stage.stands({ ...thing, source })
    // Drawn once more, with its own shadow.
    await stage.picture()
  }
  await expect.poll(held).toEqual(first)
  await stage.show({ ...thing, source: null })
  await expect.poll(async () => (await stage.info()).geometries).toBe(0)
})

test(
  'occlusion and lamps that were on, and a viewer that was there, leave nothing on the graphics card',
  SAMPLED,
  async ({ stage, page }) => {
    const model = { ...thing, shadows: true }
    const bare = await standsInShadow(stage, model)
    await stage.show({ ...model, source: null })
    await stage.stands(model)
    const held = () => heldBy(stage)
    const before = await held()
    for (const occlusion of [{ halfResolution: true }, { quality: 'High' as const }, true]) {
      await stage.show({ ...model, occlusion })
      await expect.poll(async () => (await held()).geometries).toBeGreaterThan(before.geometries)
      await stage.show({ ...model, occlusion: false })
      await expect.poll(held, { message: JSON.stringify(occlusion) }).toEqual(before)
    }
    await standsInShadow(stage, { ...model, lighting: 'three-point' }, bare)
    await stage.show({ ...model, lighting: 'even' })
    await expect.poll(held, { message: 'three-point' }).toEqual(before)
    await stage.stands({ ...model, lighting: 'three-point', occlusion: true })
    await expect.poll(async () => (await held()).geometries).toBeGreaterThan(before.geometries)
    await page.evaluate(() => {
      const handle = window.page.handle('one')
      window.left = () => handle?.info()
      window.page.remove('one')
    })
    await expect.poll(() => page.evaluate(() => window.left?.())).toMatchObject({ geometries: 0, textures: 0 })
  },
)

test(
  'twenty on one page are all seen: eight draw, the others leave their last picture, a touch brings one back',
  SAMPLED,
  async ({ stage, page }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width: 900, height: 800 })
    const names = Array.from({ length: 20 }, (_, index) => `v${index}`)
    const source = { base64: Buffer.from(tinyGlb()).toString('base64') }
    for (const name of names) await stage.show({ ...SMALL, source }, name)
    for (const name of names) await stage.comesTo('finished', name)
    // Not for a moment: a browser takes the oldest away when there are sixteen, and gives it back later, wanted or not.
    const mostContexts = () => page.evaluate(() => window.mostContexts)
    expect(await mostContexts()).toBe(8)
    const [first, ...others] = await Promise.all(names.map((name) => stage.seen(name)))
    const apart = await Promise.all(others.map((other) => unlike(first as Buffer, other)))
    // All twenty show the same thing in the same light.
    expect(apart.filter((share) => share > 0.02)).toEqual([])
    await expect(page.locator('canvas[data-still]')).toHaveCount(12)
    const still = await page
      .locator('canvas[data-still]')
      .first()
      .evaluate((canvas) => canvas.closest('[id^=v]')?.id ?? '')
    await page.locator(`#${still}`).hover()
    await page.mouse.down()
    await page.mouse.move(400, 400)
    await page.mouse.up()
    await expect(page.locator(`#${still} canvas[data-still]`)).toHaveCount(0)
    expect(await mostContexts()).toBe(8)
  },
)

test('a file never makes a request outside itself, unless that is allowed', SAMPLED, async ({ stage, page, site }) => {
  const outside: string[] = []
  page.on('request', (request) => outside.push(new URL(request.url()).pathname))
  await stage.stands({ ...SMALL, source: { base64: withOutsidePicture() } })
  expect(outside.filter((path) => path.includes('outside'))).toEqual([])
  site.answers.set('/elsewhere/model.glb', Buffer.from(withOutsidePicture(), 'base64'))
  await stage.stands({ ...SMALL, source: '/elsewhere/model.glb', allowExternal: true })
  expect(outside.filter((path) => path.includes('outside'))).toEqual(['/elsewhere/outside.png'])
})

test(
  'a model that asks for too much is refused with one sentence before it is decoded',
  SAMPLED,
  async ({ stage, page }) => {
    await stage.show({ ...SMALL, source: THING, budget: { vertices: 100 } })
    await stage.comesTo('failed')
    await expect(page.getByRole('alert')).toHaveText(/too large to show/)
    expect(await stage.told()).toEqual(['one loading', 'one error toolarge'])
  },
)

test(
  'a failed load is not kept: another try asks again and shows the model',
  SAMPLED,
  async ({ stage, page, site }) => {
    site.answers.set('/demo/models/late.glb', 503)
    await stage.show({ ...thing, source: '/demo/models/late.glb' })
    await stage.comesTo('failed')
    site.answers.delete('/demo/models/late.glb')
    const bytes = await (await page.request.get(`${site.url}${THING}`)).body()
    site.answers.set('/demo/models/late.glb', bytes)
    await page.getByRole('button', { name: 'Retry' }).click()
    await stage.comesTo('finished')
    expect(pixelAt(await stage.picture(), 0.02, 0.02)[3]).toBe(0)
  },
)

test('viewers of one source share one request', SAMPLED, async ({ stage, site }) => {
  const path = '/demo/models/moon-lamp.glb'
  site.asked.delete(path)
  await stage.showIn(['left', 'right'], { ...thing, source: path })
  await stage.comesTo('finished', 'left')
  await stage.comesTo('finished', 'right')
  expect(site.asked.get(path)).toBe(1)
})

/**
 * What a viewer holds on the graphics card with all that it shows drawn: what was there is given back at once, what comes instead is there
 * once it is drawn, and between the two it looks as if nothing were left whatever is.
 */
async function heldBy(stage: StagePage): Promise<{ geometries: number; textures: number }> {
  await stage.picture()
  const { geometries, textures } = await stage.info()
  return { geometries, textures }
}

/**
 * Shows a viewer until its shadow is drawn, whose code comes by itself, once. Answers how many geometries its model has, which may be
 * known from before.
 */
async function standsInShadow(stage: StagePage, mounting: Mounting, known?: number): Promise<number> {
  const geometries = async () => (await heldBy(stage)).geometries
  await stage.stands({ ...mounting, shadows: false })
  const bare = known ?? (await geometries())
  await expect.poll(geometries).toBe(bare)
  await stage.show(mounting)
  await expect.poll(geometries, { timeout: 60_000 }).toBeGreaterThan(bare)
  return bare
}

/** The share of pixels on which two screenshots clearly differ. */
async function unlike(one: Buffer, other: Buffer): Promise<number> {
  const [left, right] = await Promise.all([one, other].map((shot) => sharp(shot).removeAlpha().raw().toBuffer()))
  const different = [...(left ?? [])].filter((value, at) => Math.abs(value - (right?.[at] ?? 0)) > 40)
  return different.length / (left?.length ?? 1)
}

/** A triangle whose material has a picture that lies elsewhere, as base64. */
function withOutsidePicture(): string {
  return Buffer.from(
    tinyGlb({
      json: {
        images: [{ uri: 'outside.png' }],
        textures: [{ source: 0 }],
        materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
      },
    }),
  ).toString('base64')
}
