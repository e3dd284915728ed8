import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, FIGURE_URL, measureCoverage, measureDifference, test } from './viewer-support.ts'

const EFFECT = '/demo/effects/petal-swirl.glb'
const WAVE = '/demo/clips/wave.glb'
/** Durations in milliseconds: the effect's clip, the animation's clip, and the fade-out after each. */
const SWIRL_MS = 1500
const WAVE_MS = 2500
const FADE_MS = 500

const figure = { source: FIGURE_URL, width: 240, height: 240, fit: true, headroom: 60 }
const SIZE = { width: 240, height: 240 }

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test(
  'plays the spawn effect and the spawn animation, removes the effect, and fires one finished event',
  SAMPLED_OPTIONS,
  async ({ stage, page, site }) => {
    await stage.showUntilFinished(figure)
    const restPicture = await stage.capturePixels('one', SIZE)
    const { geometries } = await stage.readInfo()
    await stage.remove()
    await page.evaluate(() => window.page.reportedEvents.splice(0))

    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await stage.show({ ...figure, spawnEffect: { src: EFFECT }, spawnAnimation: { src: WAVE } })
    const waitForState = (state: string) =>
      expect
        .poll(
          async () => {
            await page.clock.runFor(16)
            return (await stage.readInfo()).state
          },
          { intervals: [20], timeout: 60_000 },
        )
        .toBe(state)
    await waitForState('playing')
    const saveScreenshot = async (name: string) => {
      if (!process.env['SHOTS']) return
      mkdirSync(process.env['SHOTS'], { recursive: true })
      writeFileSync(join(process.env['SHOTS'], `entrance-${name}.png`), await stage.takeScreenshot())
    }
    const measureAddedPixels = async () =>
      measureCoverage(await stage.capturePixels('one', SIZE)) - measureCoverage(restPicture)
    // The effect's petals appear as soon as their file is loaded.
    await expect
      .poll(
        async () => {
          await page.clock.runFor(16)
          return (await stage.readInfo()).geometries
        },
        { intervals: [20] },
      )
      .toBeGreaterThan(geometries)
    await saveScreenshot('begins')
    await page.clock.runFor(SWIRL_MS / 2)
    expect(await measureAddedPixels()).toBeGreaterThan(0.003)
    const wavingPicture = await stage.capturePixels('one', SIZE)
    expect(measureDifference(restPicture, wavingPicture)).toBeGreaterThan(0.02)
    expect((await stage.readInfo()).state).toBe('playing')
    await saveScreenshot('half')
    await page.clock.runFor(SWIRL_MS / 2 + FADE_MS + 200)
    // The effect's petals have been removed, and the arm is still waving.
    expect((await stage.readInfo()).state).toBe('playing')
    expect(await stage.readEvents()).toEqual(['one loading', 'one loaded'])
    await page.clock.runFor(WAVE_MS - SWIRL_MS - 200)
    await waitForState('finished')
    await page.clock.runFor(500)
    await saveScreenshot('over')
    expect(measureDifference(restPicture, await stage.capturePixels('one', SIZE), 24)).toBeLessThan(0.005)
    expect(await stage.readEvents()).toEqual(['one loading', 'one loaded', 'one finished'])
    expect([site.requestCounts.get(EFFECT), site.requestCounts.get(WAVE)]).toEqual([1, 1])

    // The effect's GPU resources have been freed.
    expect((await stage.readInfo()).geometries).toBe(geometries)
  },
)

test(
  'shows the model if the files of effect and animation are missing, and logs one warning per file',
  SAMPLED_OPTIONS,
  async ({ stage, page }) => {
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning' && message.text().includes('spawn')) warnings.push(message.text())
    })
    await stage.showUntilFinished({
      ...figure,
      spawnEffect: { src: '/demo/effects/none.glb' },
      spawnAnimation: { src: '/demo/clips/none.glb' },
    })
    await expect.poll(() => stage.readEvents()).toEqual(['one loading', 'one loaded', 'one finished'])
    expect(warnings.sort()).toEqual([
      expect.stringMatching(/^The spawn animation was not played: .*404/),
      expect.stringMatching(/^The spawn effect was not played: .*404/),
    ])
  },
)
