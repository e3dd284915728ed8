import { OCCLUSION_MODES, type OcclusionMode } from '../../src/machines/viewer/occlusion.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import {
  BOOT_URL,
  cropPixels,
  expect,
  FIGURE_URL,
  measureCoverage,
  measureDifference,
  type Pixels,
  readPixel,
  test,
} from './viewer-support.ts'

const SMALL = { width: 240, height: 240, fit: true }
const figure = { ...SMALL, source: FIGURE_URL }
const boot = { ...SMALL, source: BOOT_URL }

test.describe('a face', () => {
  test(
    'moves the mouth of a figure by an emotion, including the morph target with index 0',
    SAMPLED_OPTIONS,
    async ({ stage }) => {
      await stage.showUntilFinished(figure)
      const neutralPicture = await stage.capturePixels('one', { width: 400, height: 400 })
      const targets = (await stage.readInfo()).model?.morphTargets ?? []
      expect(targets[0]).toBe('jawOpen')
      for (const name of ['jawOpen', 'mouthPucker']) {
        await stage.show({ ...figure, emotion: { [name]: 1, unknown: 1 } })
        const [head, body] = [[0, 0, 1, 0.4] as const, [0, 0.5, 1, 1] as const]
        // The expression of a face changes over several frames, which may be slow.
        const measureDifferenceIn = async (region: typeof head | typeof body) =>
          measureDifference(
            cropPixels(neutralPicture, region),
            cropPixels(await stage.capturePixels('one', { width: 400, height: 400 }), region),
          )
        await expect.poll(() => measureDifferenceIn(head), { message: name, timeout: 60_000 }).toBeGreaterThan(0.0005)
        expect(await measureDifferenceIn(body), name).toBe(0)
      }
      await stage.show({ ...figure, emotion: {} })
      const measureFaceDifference = async () =>
        measureDifference(neutralPicture, await stage.capturePixels('one', { width: 400, height: 400 }))
      await expect.poll(measureFaceDifference, { timeout: 60_000 }).toBe(0)
    },
  )
})

test.describe('occlusion', () => {
  test('loads the occlusion code only when the option is on', SAMPLED_OPTIONS, async ({ stage, page }) => {
    const requestedUrls: string[] = []
    page.on('request', (request) => requestedUrls.push(request.url()))
    const findOcclusionScripts = () => requestedUrls.filter((url) => /Occlusion-[^/]+\.js$/.test(url))
    await stage.showUntilFinished(boot)
    expect(findOcclusionScripts()).toEqual([])
    await stage.show({ ...boot, occlusion: true })
    await expect.poll(findOcclusionScripts).toHaveLength(1)
  })

  test(
    'shows occlusion alone, combined with colours, split or not at all, depending on the mode',
    SAMPLED_OPTIONS,
    async ({ stage }) => {
      const picturesByMode = {} as Record<OcclusionMode, Pixels>
      for (const mode of OCCLUSION_MODES) {
        await stage.showUntilFinished({ ...boot, occlusion: { mode, radius: 0.5 } })
        await expect.poll(async () => (await stage.readInfo()).calls).toBe(1)
        picturesByMode[mode] = await stage.capturePixels()
        expect(readPixel(picturesByMode[mode], 0.02, 0.02)[3], mode).toBe(0)
      }
      const { Combined: combined, AO: ao, 'No AO': without, Split: split, 'Split AO': splitAo } = picturesByMode
      const [left, right] = [[0, 0, 0.48, 1] as const, [0.52, 0, 1, 1] as const]
      // Occlusion darkens some pixels and lightens none.
      expect(measureDifference(combined, without, 6)).toBeGreaterThan(0.002)
      expect(combined.data.every((value, at) => value <= (without.data[at] ?? 0) + 6)).toBe(true)
      // Occlusion alone is a grey picture.
      expect(ao.data.every((value, at) => at % 4 === 3 || Math.abs(value - (ao.data[at - (at % 4)] ?? 0)) <= 1)).toBe(
        true,
      )
      expect(measureDifference(cropPixels(split, left), cropPixels(without, left))).toBe(0)
      expect(measureDifference(cropPixels(split, right), cropPixels(combined, right))).toBe(0)
      expect(measureDifference(cropPixels(splitAo, left), cropPixels(without, left))).toBe(0)
      expect(measureDifference(cropPixels(splitAo, right), cropPixels(ao, right))).toBe(0)
    },
  )

  test('leaves the picture almost unchanged in the mode “No AO”', SAMPLED_OPTIONS, async ({ stage }) => {
    for (const source of [FIGURE_URL, BOOT_URL]) {
      await stage.showUntilFinished({ ...SMALL, source })
      const plain = await stage.capturePixels('one', { width: 240, height: 240 })
      await stage.show({ ...SMALL, source, occlusion: { mode: 'No AO' } })
      await expect.poll(async () => (await stage.readInfo()).calls).toBe(1)
      const composed = await stage.capturePixels('one', { width: 240, height: 240 })
      expect(measureDifference(plain, composed, 12), source).toBeLessThan(0.02)
      await stage.show({ ...SMALL, source: null })
    }
  })

  test('restores the previous picture when occlusion is switched off', SAMPLED_OPTIONS, async ({ stage }) => {
    await stage.showUntilFinished(boot)
    const before = await stage.capturePixels()
    await stage.show({ ...boot, occlusion: { quality: 'Performance', halfResolution: true } })
    await expect.poll(async () => (await stage.readInfo()).calls).toBe(1)
    await stage.show(boot)
    await expect.poll(async () => measureDifference(before, await stage.capturePixels())).toBe(0)
  })

  test(
    'logs that debug mode is disabled if GPU timer queries are unavailable',
    SAMPLED_OPTIONS,
    async ({ stage, page }) => {
      const consoleMessages: string[] = []
      page.on('console', (message) => consoleMessages.push(message.text()))
      await page.evaluate(() => {
        const { getExtension } = WebGL2RenderingContext.prototype
        const without = function (this: WebGL2RenderingContext, name: string) {
          return name === 'EXT_disjoint_timer_query_webgl2' ? null : getExtension.call(this, name as 'OCULUS_multiview')
        }
        WebGL2RenderingContext.prototype.getExtension = without as typeof getExtension
      })
      await stage.showUntilFinished({ ...boot, occlusion: { debug: true } })
      await expect
        .poll(() => consoleMessages)
        .toContain('EXT_disjoint_timer_query_webgl2 not available, disabling debug mode.')
      expect((await stage.readInfo()).occlusionTime).toBeNull()
    },
  )
})

test.describe('capture', () => {
  for (const occlusion of [false, true]) {
    test(
      `captures a transparent background at two sizes ${occlusion ? 'with' : 'without'} occlusion`,
      SAMPLED_OPTIONS,
      async ({ stage }) => {
        await stage.showUntilFinished({ ...boot, occlusion })
        const small = await stage.capturePixels('one', { width: 120, height: 120 })
        const large = await stage.capturePixels('one', { width: 360, height: 360 })
        for (const picture of [small, large]) {
          expect(readPixel(picture, 0.02, 0.02)).toEqual([0, 0, 0, 0])
          expect(picture.data.some((value, at) => at % 4 === 3 && value === 255)).toBe(true)
        }
        expect(measureCoverage(large)).toBeCloseTo(measureCoverage(small), 1)
        expect(measureCoverage(small)).toBeGreaterThan(0.05)
      },
    )
  }

  test('captures a picture of the requested size after slow frames', SAMPLED_OPTIONS, async ({ stage, page }) => {
    const names = ['one', 'two']
    for (const name of names) await stage.showUntilFinished(boot, name)
    const widths = await page.evaluate(async (viewerNames) => {
      const realNow = performance.now.bind(performance)
      let delayMs = 0
      performance.now = () => {
        delayMs += 100
        return realNow() + delayMs
      }
      const [first, second] = viewerNames.map((name) => window.page.handle(name))
      // Starts with an extra capture, so that the frame over the time limit belongs to one of the sized captures.
      const captures = [second?.capture()]
      for (let more = 0; more < 6; more += 1) {
        captures.push(...[first, second].map((handle) => handle?.capture({ width: 160, height: 160 })))
      }
      return Promise.all(
        captures.map(async (picture) => picture && (await createImageBitmap((await picture) as Blob)).width),
      )
    }, names)
    expect(widths).toEqual([240, ...Array(12).fill(160)])
  })

  test(
    'captures the full display size by default while slow frames are rendered at a lower resolution',
    SAMPLED_OPTIONS,
    async ({ stage, page }) => {
      await stage.showUntilFinished(boot)
      const { coarse, width } = await page.evaluate(async () => {
        const realNow = performance.now.bind(performance)
        let delayMs = 0
        performance.now = () => {
          delayMs += 100
          return realNow() + delayMs
        }
        const handle = window.page.handle('one')
        if (!handle) throw new Error('The viewer is not mounted')
        for (let attempt = 0; handle.info().pixelRatio === 1; attempt += 1) {
          handle.turnTo(attempt / 10)
          await new Promise(requestAnimationFrame)
        }
        const coarse = handle.info().pixelRatio
        return { coarse, width: (await createImageBitmap(await handle.capture())).width }
      })
      expect(coarse).toBeLessThan(1)
      expect(width).toBe(240)
    },
  )

  test(
    'captures the requested type, and returns one data URL for each trigger of the capture prop',
    SAMPLED_OPTIONS,
    async ({ stage }) => {
      await stage.showUntilFinished(boot)
      expect(readPixel(await stage.capturePixels('one', { type: 'image/jpeg' }), 0.02, 0.02)[3]).toBe(255)
      const callBack = undefined as never
      const capture = (trigger: boolean) => stage.show({ ...boot, capture: { trigger, callBack } })
      const pictures = async () => (await stage.readEvents()).filter((event) => event.includes('picture'))
      await capture(true)
      await expect.poll(pictures).toEqual(['one picture data:image/png;base64,'])
      await capture(true)
      await capture(false)
      await capture(true)
      await expect.poll(pictures).toHaveLength(2)
    },
  )
})

test.describe('a model', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test(
    'moves a model over time with the option float, but not under reduced motion',
    SAMPLED_OPTIONS,
    async ({ stage, page }) => {
      await page.clock.install()
      await stage.showUntilFinished({ ...boot, float: true })
      await page.clock.pauseAt(Date.now() + 60_000)
      const first = await stage.capturePixels()
      await page.clock.runFor(2000)
      expect(measureDifference(first, await stage.capturePixels())).toBeGreaterThan(0.01)
      // The browser fires `change` with its next real frame, which the test's clock does not control.
      const hasChanged = page.evaluate(() =>
        new Promise((resolve) =>
          matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', resolve, { once: true }),
        ).then(() => true),
      )
      await page.emulateMedia({ reducedMotion: 'reduce' })
      expect(await hasChanged).toBe(true)
      await page.clock.runFor(500)
      const restPicture = await stage.capturePixels()
      // Waits, because capturing a picture renders extra frames.
      await page.clock.runFor(500)
      const { frames } = await stage.readInfo()
      await page.clock.runFor(2000)
      expect((await stage.readInfo()).frames).toBe(frames)
      expect(measureDifference(restPicture, await stage.capturePixels())).toBe(0)
    },
  )

  test(
    'turns a model by 0.005 rad per dragged pixel, and springs back on release with the option snap',
    SAMPLED_OPTIONS,
    async ({ stage, page }) => {
      await page.clock.install()
      await stage.showUntilFinished({ ...boot, snap: true })
      const first = await stage.capturePixels()
      await page.mouse.move(100, 100)
      await page.mouse.down()
      await page.mouse.move(200, 120)
      await page.clock.pauseAt(Date.now() + 60_000)
      expect(await stage.readInfo()).toMatchObject({ yaw: expect.closeTo(-0.3 + 0.5), tilt: expect.closeTo(0.1) })
      expect(measureDifference(first, await stage.capturePixels())).toBeGreaterThan(0.01)
      await page.mouse.up()
      await page.clock.runFor(100)
      const { yaw } = await stage.readInfo()
      expect(yaw).toBeLessThan(0.1)
      expect(yaw).toBeGreaterThan(-0.3)
      await page.clock.runFor(1000)
      expect(await stage.readInfo()).toMatchObject({ yaw: -0.3, tilt: 0 })
      expect(measureDifference(first, await stage.capturePixels())).toBe(0)
    },
  )
})
