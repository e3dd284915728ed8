import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, FIGURE_URL, shareOfCoveredPixels, shareOfDifferentPixels, test } from './viewer-support.ts'

const EFFECT = '/demo/effects/petal-swirl.glb'
const WAVE = '/demo/clips/wave.glb'
/** Durations in milliseconds: the effect's clip, the animation's clip, and the fade-out after each. */
const SWIRL = 1500
const WAVING = 2500
const FADE = 500

const figure = { source: FIGURE_URL, width: 240, height: 240, fit: true, headroom: 60 }
const SIZE = { width: 240, height: 240 }

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test(
  'plays an entrance with effect and animation, removes the effect and fires one finished event',
  SAMPLED_OPTIONS,
  async ({ stage, page, site }) => {
    await stage.showUntilFinished(figure)
    const plain = await stage.picture('one', SIZE)
    const { geometries } = await stage.info()
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
            return (await stage.info()).state
          },
          { intervals: [20], timeout: 60_000 },
        )
        .toBe(state)
    await waitForState('playing')
    const shot = async (name: string) => {
      if (!process.env['SHOTS']) return
      mkdirSync(process.env['SHOTS'], { recursive: true })
      writeFileSync(join(process.env['SHOTS'], `entrance-${name}.png`), await stage.seen())
    }
    const more = async () => shareOfCoveredPixels(await stage.picture('one', SIZE)) - shareOfCoveredPixels(plain)
    // The effect's petals appear as soon as their file is loaded.
    await expect
      .poll(
        async () => {
          await page.clock.runFor(16)
          return (await stage.info()).geometries
        },
        { intervals: [20] },
      )
      .toBeGreaterThan(geometries)
    await shot('begins')
    await page.clock.runFor(SWIRL / 2)
    expect(await more()).toBeGreaterThan(0.003)
    const waving = await stage.picture('one', SIZE)
    expect(shareOfDifferentPixels(plain, waving)).toBeGreaterThan(0.02)
    expect((await stage.info()).state).toBe('playing')
    await shot('half')
    await page.clock.runFor(SWIRL / 2 + FADE + 200)
    // The effect's petals have been removed, and the arm is still waving.
    expect((await stage.info()).state).toBe('playing')
    expect(await stage.told()).toEqual(['one loading', 'one loaded'])
    await page.clock.runFor(WAVING - SWIRL - 200)
    await waitForState('finished')
    await page.clock.runFor(500)
    await shot('over')
    expect(shareOfDifferentPixels(plain, await stage.picture('one', SIZE), 24)).toBeLessThan(0.005)
    expect(await stage.told()).toEqual(['one loading', 'one loaded', 'one finished'])
    expect([site.requestCounts.get(EFFECT), site.requestCounts.get(WAVE)]).toEqual([1, 1])

    // The effect's GPU resources have been freed.
    expect((await stage.info()).geometries).toBe(geometries)
  },
)

test(
  'shows the model if its effect and animation are missing, and logs one warning for each',
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
    await expect.poll(() => stage.told()).toEqual(['one loading', 'one loaded', 'one finished'])
    expect(warnings.sort()).toEqual([
      expect.stringMatching(/^The spawn animation was not played: .*404/),
      expect.stringMatching(/^The spawn effect was not played: .*404/),
    ])
  },
)
