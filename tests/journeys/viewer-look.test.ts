import { OCCLUSION_MODES, type OcclusionMode } from '../../src/machines/rules/occlusion.ts'
import { SAMPLED } from './sampled.ts'
import { covered, cut, differing, expect, FIGURE, type Pixels, pixelAt, THING, test } from './viewer-support.ts'

const SMALL = { width: 240, height: 240, fit: true }
const figure = { ...SMALL, source: FIGURE }
const thing = { ...SMALL, source: THING }

test.describe('a face', () => {
  test('moves its mouth by an emotion, the target of index 0 included', SAMPLED, async ({ stage }) => {
    await stage.stands(figure)
    const calm = await stage.picture('one', { width: 400, height: 400 })
    const targets = (await stage.info()).model?.morphTargets ?? []
    expect(targets[0]).toBe('jawOpen')
    for (const name of ['jawOpen', 'mouthPucker']) {
      await stage.show({ ...figure, emotion: { [name]: 1, unknown: 1 } })
      const [head, body] = [[0, 0, 1, 0.4] as const, [0, 0.5, 1, 1] as const]
      // A face takes some frames to move, and a machine its time for each of them.
      const differsIn = async (part: typeof head | typeof body) =>
        differing(cut(calm, part), cut(await stage.picture('one', { width: 400, height: 400 }), part))
      await expect.poll(() => differsIn(head), { message: name, timeout: 60_000 }).toBeGreaterThan(0.0005)
      expect(await differsIn(body), name).toBe(0)
    }
    await stage.show({ ...figure, emotion: {} })
    const differs = async () => differing(calm, await stage.picture('one', { width: 400, height: 400 }))
    await expect.poll(differs, { timeout: 60_000 }).toBe(0)
  })
})

test.describe('occlusion', () => {
  test('loads its code only when it is on', SAMPLED, async ({ stage, page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const loaded = () => asked.filter((url) => /Occlusion-[^/]+\.js$/.test(url))
    await stage.stands(thing)
    expect(loaded()).toEqual([])
    await stage.show({ ...thing, occlusion: true })
    await expect.poll(loaded).toHaveLength(1)
  })

  test('looks in each mode as the mode says, on a ground that stays clear', SAMPLED, async ({ stage }) => {
    const shown = {} as Record<OcclusionMode, Pixels>
    for (const mode of OCCLUSION_MODES) {
      await stage.stands({ ...thing, occlusion: { mode, radius: 0.5 } })
      await expect.poll(async () => (await stage.info()).calls).toBe(1)
      shown[mode] = await stage.picture()
      expect(pixelAt(shown[mode], 0.02, 0.02)[3], mode).toBe(0)
    }
    const { Combined: combined, AO: ao, 'No AO': without, Split: split, 'Split AO': splitAo } = shown
    const [left, right] = [[0, 0, 0.48, 1] as const, [0.52, 0, 1, 1] as const]
    // Occlusion darkens somewhere, and lightens nowhere.
    expect(differing(combined, without, 6)).toBeGreaterThan(0.002)
    expect(combined.data.every((value, at) => value <= (without.data[at] ?? 0) + 6)).toBe(true)
    // Alone, it is a grey picture.
    expect(ao.data.every((value, at) => at % 4 === 3 || Math.abs(value - (ao.data[at - (at % 4)] ?? 0)) <= 1)).toBe(
      true,
    )
    expect(differing(cut(split, left), cut(without, left))).toBe(0)
    expect(differing(cut(split, right), cut(combined, right))).toBe(0)
    expect(differing(cut(splitAo, left), cut(without, left))).toBe(0)
    expect(differing(cut(splitAo, right), cut(ao, right))).toBe(0)
  })

  test('leaves the light as it is without it', SAMPLED, async ({ stage }) => {
    for (const source of [FIGURE, THING]) {
      await stage.stands({ ...SMALL, source })
      const plain = await stage.picture('one', { width: 240, height: 240 })
      await stage.show({ ...SMALL, source, occlusion: { mode: 'No AO' } })
      await expect.poll(async () => (await stage.info()).calls).toBe(1)
      const composed = await stage.picture('one', { width: 240, height: 240 })
      expect(differing(plain, composed, 12), source).toBeLessThan(0.02)
      await stage.show({ ...SMALL, source: null })
    }
  })

  test('lets the picture be as before when it is switched off', SAMPLED, async ({ stage }) => {
    await stage.stands(thing)
    const before = await stage.picture()
    await stage.show({ ...thing, occlusion: { quality: 'Performance', halfResolution: true } })
    await expect.poll(async () => (await stage.info()).calls).toBe(1)
    await stage.show(thing)
    await expect.poll(async () => differing(before, await stage.picture())).toBe(0)
  })

  test('says so in its own words where frames cannot be timed', SAMPLED, async ({ stage, page }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.evaluate(() => {
      const { getExtension } = WebGL2RenderingContext.prototype
      const without = function (this: WebGL2RenderingContext, name: string) {
        return name === 'EXT_disjoint_timer_query_webgl2' ? null : getExtension.call(this, name as 'OCULUS_multiview')
      }
      WebGL2RenderingContext.prototype.getExtension = without as typeof getExtension
    })
    await stage.stands({ ...thing, occlusion: { debug: true } })
    await expect.poll(() => said).toContain('EXT_disjoint_timer_query_webgl2 not available, disabling debug mode.')
    expect((await stage.info()).occlusionTime).toBeNull()
  })
})

test.describe('a captured picture', () => {
  for (const occlusion of [false, true]) {
    test(
      `is clear around the model ${occlusion ? 'with' : 'without'} occlusion, at any size`,
      SAMPLED,
      async ({ stage }) => {
        await stage.stands({ ...thing, occlusion })
        const small = await stage.picture('one', { width: 120, height: 120 })
        const large = await stage.picture('one', { width: 360, height: 360 })
        for (const picture of [small, large]) {
          expect(pixelAt(picture, 0.02, 0.02)).toEqual([0, 0, 0, 0])
          expect(picture.data.some((value, at) => at % 4 === 3 && value === 255)).toBe(true)
        }
        expect(covered(large)).toBeCloseTo(covered(small), 1)
        expect(covered(small)).toBeGreaterThan(0.05)
      },
    )
  }

  test('has its whole size, however slow the frames before it were', SAMPLED, async ({ stage, page }) => {
    const names = ['one', 'two']
    for (const name of names) await stage.stands(thing, name)
    const widths = await page.evaluate(async (named) => {
      const now = performance.now.bind(performance)
      let lost = 0
      performance.now = () => {
        lost += 100
        return now() + lost
      }
      const [first, second] = named.map((name) => window.page.handle(name))
      // One more frame, so that the frame that is one too many draws a picture in one of both.
      const taken = [second?.capture()]
      for (let more = 0; more < 6; more += 1) {
        taken.push(...[first, second].map((handle) => handle?.capture({ width: 160, height: 160 })))
      }
      return Promise.all(
        taken.map(async (picture) => picture && (await createImageBitmap((await picture) as Blob)).width),
      )
    }, names)
    expect(widths).toEqual([240, ...Array(12).fill(160)])
  })

  test(
    'has the display’s whole size by default, also while slow frames are drawn coarser',
    SAMPLED,
    async ({ stage, page }) => {
      await stage.stands(thing)
      const { coarse, width } = await page.evaluate(async () => {
        const now = performance.now.bind(performance)
        let lost = 0
        performance.now = () => {
          lost += 100
          return now() + lost
        }
        const handle = window.page.handle('one')
        if (!handle) throw new Error('There is no viewer')
        for (let turn = 0; handle.info().pixelRatio === 1; turn += 1) {
          handle.turnTo(turn / 10)
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
    'has the type asked for, and comes as a data URL through the prop, once for each trigger',
    SAMPLED,
    async ({ stage }) => {
      await stage.stands(thing)
      expect(pixelAt(await stage.picture('one', { type: 'image/jpeg' }), 0.02, 0.02)[3]).toBe(255)
      const callBack = undefined as never
      const capture = (trigger: boolean) => stage.show({ ...thing, capture: { trigger, callBack } })
      const pictures = async () => (await stage.told()).filter((told) => told.includes('picture'))
      await capture(true)
      await expect.poll(pictures).toEqual(['one picture data:image/png;base64,'])
      await capture(true)
      await capture(false)
      await capture(true)
      await expect.poll(pictures).toHaveLength(2)
    },
  )
})

test.describe('movement', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('float sways with time, and not at all under reduced motion', SAMPLED, async ({ stage, page }) => {
    await page.clock.install()
    await stage.stands({ ...thing, float: true })
    await page.clock.pauseAt(Date.now() + 60_000)
    const first = await stage.picture()
    await page.clock.runFor(2000)
    expect(differing(first, await stage.picture())).toBeGreaterThan(0.01)
    // The page hears of it with its next frame, which no clock of the test's own hastens.
    const isHeard = page.evaluate(() =>
      new Promise((heard) =>
        matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', heard, { once: true }),
      ).then(() => true),
    )
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await isHeard).toBe(true)
    await page.clock.runFor(500)
    const rested = await stage.picture()
    // A picture takes frames of its own.
    await page.clock.runFor(500)
    const { frames } = await stage.info()
    await page.clock.runFor(2000)
    expect((await stage.info()).frames).toBe(frames)
    expect(differing(rested, await stage.picture())).toBe(0)
  })

  test(
    'snap springs back to the first pose in half a second, by 0.005 rad for each pixel',
    SAMPLED,
    async ({ stage, page }) => {
      await page.clock.install()
      await stage.stands({ ...thing, snap: true })
      const first = await stage.picture()
      await page.mouse.move(100, 100)
      await page.mouse.down()
      await page.mouse.move(200, 120)
      await page.clock.pauseAt(Date.now() + 60_000)
      expect(await stage.info()).toMatchObject({ yaw: expect.closeTo(-0.3 + 0.5), tilt: expect.closeTo(0.1) })
      expect(differing(first, await stage.picture())).toBeGreaterThan(0.01)
      await page.mouse.up()
      await page.clock.runFor(100)
      const { yaw } = await stage.info()
      expect(yaw).toBeLessThan(0.1)
      expect(yaw).toBeGreaterThan(-0.3)
      await page.clock.runFor(1000)
      expect(await stage.info()).toMatchObject({ yaw: -0.3, tilt: 0 })
      expect(differing(first, await stage.picture())).toBe(0)
    },
  )
})
