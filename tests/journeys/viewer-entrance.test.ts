import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLED } from './sampled.ts'
import { covered, differing, expect, FIGURE, test } from './viewer-support.ts'

const EFFECT = '/demo/effects/petal-swirl.glb'
const WAVE = '/demo/clips/wave.glb'
/** Milliseconds: the effect's clip, the animation's clip, and the fade that follows each. */
const SWIRL = 1500
const WAVING = 2500
const FADE = 500

const figure = { source: FIGURE, width: 240, height: 240, fit: true, headroom: 60 }
const SIZE = { width: 240, height: 240 }

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test(
  'an entrance with an effect and an animation is seen half way, gone at its end, and announced once',
  SAMPLED,
  async ({ stage, page, site }) => {
    await stage.stands(figure)
    const plain = await stage.picture('one', SIZE)
    const { geometries } = await stage.info()
    await stage.remove()
    await page.evaluate(() => window.page.told.splice(0))

    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await stage.show({ ...figure, spawnEffect: { src: EFFECT }, spawnAnimation: { src: WAVE } })
    const comesTo = (state: string) =>
      expect
        .poll(
          async () => {
            await page.clock.runFor(16)
            return (await stage.info()).state
          },
          { intervals: [20], timeout: 60_000 },
        )
        .toBe(state)
    await comesTo('playing')
    const shot = async (name: string) => {
      if (!process.env['SHOTS']) return
      mkdirSync(process.env['SHOTS'], { recursive: true })
      writeFileSync(join(process.env['SHOTS'], `entrance-${name}.png`), await stage.seen())
    }
    const more = async () => covered(await stage.picture('one', SIZE)) - covered(plain)
    // Its petals are there as soon as they have been fetched.
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
    expect(differing(plain, waving)).toBeGreaterThan(0.02)
    expect((await stage.info()).state).toBe('playing')
    await shot('half')
    await page.clock.runFor(SWIRL / 2 + FADE + 200)
    // The petals are gone, and the arm still waves.
    expect((await stage.info()).state).toBe('playing')
    expect(await stage.told()).toEqual(['one loading', 'one loaded'])
    await page.clock.runFor(WAVING - SWIRL - 200)
    await comesTo('finished')
    await page.clock.runFor(500)
    await shot('over')
    expect(differing(plain, await stage.picture('one', SIZE), 24)).toBeLessThan(0.005)
    expect(await stage.told()).toEqual(['one loading', 'one loaded', 'one finished'])
    expect([site.asked.get(EFFECT), site.asked.get(WAVE)]).toEqual([1, 1])

    // What accompanied it has left the card with it.
    expect((await stage.info()).geometries).toBe(geometries)
  },
)

test(
  'an effect and an animation that cannot be had are as if nobody had asked for them, and are warned of once',
  SAMPLED,
  async ({ stage, page }) => {
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning' && message.text().includes('spawn')) warnings.push(message.text())
    })
    await stage.stands({
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
