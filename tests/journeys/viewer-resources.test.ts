import sharp from 'sharp'
import { buildTinyGlb } from '../support/glb.ts'
import type { ViewerMount } from '../support/viewer-page/main.tsx'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { BOOT_URL, expect, FIGURE_URL, readPixel, type StagePage, test } from './viewer-support.ts'

/** Number of mount and unmount cycles. A soak run does more. */
const CYCLES = process.env['SOAK'] ? 200 : 8

const SMALL = { width: 160, height: 160, fit: true }
const mountOptions = { ...SMALL, source: BOOT_URL }

test('renders no frame while nothing changes or the viewer is off screen', SAMPLED_OPTIONS, async ({ stage, page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await showWithShadow(stage, { ...mountOptions, shadows: true })
  await stage.showUntilFinished({ ...mountOptions, float: true }, 'floating')
  const frames = async (name?: string) => (await stage.readInfo(name)).frames
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

test(
  'frees all WebGL contexts, and all canvases but at most one, after unmounting, also in strict mode',
  SAMPLED_OPTIONS,
  async ({ stage, page }) => {
    test.setTimeout(60_000 + CYCLES * 10_000)
    const session = await page.context().newCDPSession(page)
    const readHeapBytes = async () => {
      await session.send('HeapProfiler.collectGarbage')
      return (await session.send('Runtime.getHeapUsage')).usedSize
    }
    let warmHeapBytes = 0
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      // Memory is compared from the fifth cycle on, because the first four fill shared caches.
      if (cycle === 4) warmHeapBytes = await readHeapBytes()
      await stage.showUntilFinished({
        ...mountOptions,
        shadows: cycle % 2 === 0,
        strict: cycle % 3 === 0,
        occlusion: cycle % 4 === 0,
      })
      await stage.remove()
      const contexts = () =>
        window.canvases.filter((reference) => reference.deref()?.getContext('webgl2')?.isContextLost() === false)
      await expect.poll(() => page.evaluate(`(${contexts})().length`)).toBe(0)
    }
    await expect
      .poll(async () => {
        await session.send('HeapProfiler.collectGarbage')
        return page.evaluate(() => window.canvases.filter((reference) => reference.deref()).length)
      })
      .toBeLessThanOrEqual(1)
    const heapGrowthKb = ((await readHeapBytes()) - warmHeapBytes) / 1000 / (CYCLES - 4)
    console.log(
      `${CYCLES} mounts: 0 contexts and at most 1 canvas left, ${heapGrowthKb.toFixed(0)} kB of heap for each`,
    )
  },
)

test("frees a model's GPU resources when another model replaces it", async ({ stage }) => {
  const shadowMount = { ...SMALL, source: BOOT_URL, shadows: true }
  await showWithShadow(stage, shadowMount)
  const readResources = () => readGpuResources(stage)
  const first = await readResources()
  for (const source of [FIGURE_URL, '/demo/models/moon-lamp.glb', BOOT_URL]) {
    await stage.showUntilFinished({ ...shadowMount, source })
    // Renders the new model together with its shadow.
    await stage.capturePixels()
  }
  await expect.poll(readResources).toEqual(first)
  await stage.show({ ...shadowMount, source: null })
  await expect.poll(async () => (await stage.readInfo()).geometries).toBe(0)
})

test(
  'frees GPU resources when occlusion or a light is turned off, and when a viewer is removed',
  SAMPLED_OPTIONS,
  async ({ stage, page }) => {
    const model = { ...mountOptions, shadows: true }
    const geometryCount = await showWithShadow(stage, model)
    await stage.show({ ...model, source: null })
    await stage.showUntilFinished(model)
    const readResources = () => readGpuResources(stage)
    const before = await readResources()
    for (const occlusion of [{ halfResolution: true }, { quality: 'High' as const }, true]) {
      await stage.show({ ...model, occlusion })
      await expect.poll(async () => (await readResources()).geometries).toBeGreaterThan(before.geometries)
      await stage.show({ ...model, occlusion: false })
      await expect.poll(readResources, { message: JSON.stringify(occlusion) }).toEqual(before)
    }
    await showWithShadow(stage, { ...model, lighting: 'three-point' }, geometryCount)
    await stage.show({ ...model, lighting: 'even' })
    await expect.poll(readResources, { message: 'three-point' }).toEqual(before)
    await stage.showUntilFinished({ ...model, lighting: 'three-point', occlusion: true })
    await expect.poll(async () => (await readResources()).geometries).toBeGreaterThan(before.geometries)
    await page.evaluate(() => {
      const handle = window.page.handle('one')
      window.readInfoAfterRemoval = () => handle?.info()
      window.page.remove('one')
    })
    await expect
      .poll(() => page.evaluate(() => window.readInfoAfterRemoval?.()))
      .toMatchObject({ geometries: 0, textures: 0 })
  },
)

test(
  'renders eight of twenty viewers live and twelve as still pictures, and makes a pressed viewer live',
  SAMPLED_OPTIONS,
  async ({ stage, page }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width: 900, height: 800 })
    const names = Array.from({ length: 20 }, (_, index) => `v${index}`)
    const source = { base64: Buffer.from(buildTinyGlb()).toString('base64') }
    for (const name of names) await stage.show({ ...SMALL, source }, name)
    for (const name of names) await stage.waitForState('finished', name)
    // Checks the maximum over time, because a browser drops the oldest of more than sixteen contexts.
    const readMaxContexts = () => page.evaluate(() => window.maxContexts)
    expect(await readMaxContexts()).toBe(8)
    const [first, ...others] = await Promise.all(names.map((name) => stage.takeScreenshot(name)))
    const differences = await Promise.all(others.map((other) => measureDifference(first as Buffer, other)))
    // All twenty viewers show the same model with the same lighting.
    expect(differences.filter((share) => share > 0.02)).toEqual([])
    await expect(page.locator('canvas[data-still]')).toHaveCount(12)
    const stillViewer = await page
      .locator('canvas[data-still]')
      .first()
      .evaluate((canvas) => canvas.closest('[id^=v]')?.id ?? '')
    await page.locator(`#${stillViewer}`).hover()
    await page.mouse.down()
    await page.mouse.move(400, 400)
    await page.mouse.up()
    await expect(page.locator(`#${stillViewer} canvas[data-still]`)).toHaveCount(0)
    expect(await readMaxContexts()).toBe(8)
  },
)

test(
  'requests an external file of a model only with the option allowExternal',
  SAMPLED_OPTIONS,
  async ({ stage, page, site }) => {
    const requestedPaths: string[] = []
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
    await stage.showUntilFinished({ ...SMALL, source: { base64: buildModelWithExternalPicture() } })
    expect(requestedPaths.filter((path) => path.includes('outside'))).toEqual([])
    site.customResponses.set('/elsewhere/model.glb', Buffer.from(buildModelWithExternalPicture(), 'base64'))
    await stage.showUntilFinished({ ...SMALL, source: '/elsewhere/model.glb', allowExternal: true })
    expect(requestedPaths.filter((path) => path.includes('outside'))).toEqual(['/elsewhere/outside.png'])
  },
)

test(
  'refuses a model that exceeds the vertex budget, and shows one error message',
  SAMPLED_OPTIONS,
  async ({ stage, page }) => {
    await stage.show({ ...SMALL, source: BOOT_URL, budget: { vertices: 100 } })
    await stage.waitForState('failed')
    await expect(page.getByRole('alert')).toHaveText(/too large to show/)
    expect(await stage.readEvents()).toEqual(['one loading', 'one error toolarge'])
  },
)

test('requests a model again on a retry after a failed load', SAMPLED_OPTIONS, async ({ stage, page, site }) => {
  site.customResponses.set('/demo/models/late.glb', 503)
  await stage.show({ ...mountOptions, source: '/demo/models/late.glb' })
  await stage.waitForState('failed')
  site.customResponses.delete('/demo/models/late.glb')
  const bytes = await (await page.request.get(`${site.url}${BOOT_URL}`)).body()
  site.customResponses.set('/demo/models/late.glb', bytes)
  await page.getByRole('button', { name: 'Retry' }).click()
  await stage.waitForState('finished')
  expect(readPixel(await stage.capturePixels(), 0.02, 0.02)[3]).toBe(0)
})

test('shares one request among viewers of the same source', SAMPLED_OPTIONS, async ({ stage, site }) => {
  const path = '/demo/models/moon-lamp.glb'
  site.requestCounts.delete(path)
  await stage.showIn(['left', 'right'], { ...mountOptions, source: path })
  await stage.waitForState('finished', 'left')
  await stage.waitForState('finished', 'right')
  expect(site.requestCounts.get(path)).toBe(1)
})

/**
 * Returns the GPU resources of a viewer after another frame. The viewer frees old resources immediately and allocates new
 * resources with the next frame, so a count before that frame would hide a leak.
 */
async function readGpuResources(stage: StagePage): Promise<{ geometries: number; textures: number }> {
  await stage.capturePixels()
  const { geometries, textures } = await stage.readInfo()
  return { geometries, textures }
}

/**
 * Shows a viewer and waits for its shadow, whose code is loaded on demand. Returns the model's number of geometries. Later calls
 * may pass that number as `knownCount`.
 */
async function showWithShadow(stage: StagePage, mount: ViewerMount, knownCount?: number): Promise<number> {
  const readGeometries = async () => (await readGpuResources(stage)).geometries
  await stage.showUntilFinished({ ...mount, shadows: false })
  const geometryCount = knownCount ?? (await readGeometries())
  await expect.poll(readGeometries).toBe(geometryCount)
  await stage.show(mount)
  await expect.poll(readGeometries, { timeout: 60_000 }).toBeGreaterThan(geometryCount)
  return geometryCount
}

/** Returns the fraction of pixels in which two screenshots clearly differ. */
async function measureDifference(first: Buffer, other: Buffer): Promise<number> {
  const [left, right] = await Promise.all([first, other].map((shot) => sharp(shot).removeAlpha().raw().toBuffer()))
  const different = [...(left ?? [])].filter((value, at) => Math.abs(value - (right?.[at] ?? 0)) > 40)
  return different.length / (left?.length ?? 1)
}

/** Returns a model of a triangle, as base64, whose texture refers to a picture in another file. */
function buildModelWithExternalPicture(): string {
  return Buffer.from(
    buildTinyGlb({
      json: {
        images: [{ uri: 'outside.png' }],
        textures: [{ source: 0 }],
        materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
      },
    }),
  ).toString('base64')
}
