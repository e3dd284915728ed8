import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { FilmOptions } from '../../src/ui/viewer/studio.ts'
import type { Developed } from '../support/viewer-page/developed.ts'
import { SAMPLED } from './sampled.ts'
import { expect, FIGURE, test } from './viewer-support.ts'

const EFFECT = '/demo/effects/petal-swirl.glb'
const WAVE = '/demo/clips/wave.glb'

/** Makes a film on the page and takes it apart there, with how much of it was told to be drawn. */
const filmed = (
  page: Page,
  options: Omit<FilmOptions, 'signal' | 'onProgress'>,
): Promise<Developed & { told: number[] }> =>
  page.evaluate(async (asked) => {
    const studio = await window.page.handle('one')!.studio()
    const told: number[] = []
    const film = await studio.film({ ...asked, onProgress: (share) => told.push(share) })
    return { ...(await window.page.developed(film)), told }
  }, options)

/** The views of a strip over a colour, each as a film's picture is. */
const strip = (page: Page, views: number, background: string): Promise<number[][]> =>
  page.evaluate(
    async ([count, behind]) => {
      const studio = await window.page.handle('one')!.studio()
      const file = await studio.strip({ width: 48, height: 64, views: count, ...(behind && { background: behind }) })
      const pen = new OffscreenCanvas(48 * count, 64).getContext('2d')!
      pen.drawImage(await createImageBitmap(file), 0, 0)
      return Array.from({ length: count }, (_, view) => [...pen.getImageData(view * 48, 0, 48, 64).data])
    },
    [views, background] as const,
  )

const apart = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / one.length

/** Which of some pictures another is most like, each. */
const likest = (pictures: readonly number[][], among: readonly number[][]): number[] =>
  pictures.map((picture) => {
    const away = among.map((other) => apart(picture, other))
    return away.indexOf(Math.min(...away))
  })

/** The longest clip in a file, in seconds, as its own accessors say. */
function clipSeconds(address: string): number {
  const bytes = readFileSync(`.${address}`)
  const { accessors, animations } = JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)))
  return Math.max(...animations[0].samplers.map(({ input }: { input: number }) => accessors[input].max[0] as number))
}

test('a strip shows views all round, and the stage is as it was', SAMPLED, async ({ stage, page }) => {
  await stage.stands({ source: FIGURE, fit: true })
  const before = await stage.info()
  const views = await strip(page, 4, '')
  expect(new Set(views.map(String)).size).toBe(4)
  expect(views[0]!.slice(0, 4)).toEqual([0, 0, 0, 0])
  const after = await stage.info()
  // Its pixel ratio goes by how fast the machine is.
  expect([after.yaw, after.tilt]).toEqual([before.yaw, before.tilt])
  expect([after.geometries, after.textures]).toEqual([before.geometries, before.textures])
})

for (const [type, codec] of [
  ['video/webm', 'vp9'],
  ['video/mp4', 'avc'],
] as const) {
  test(`a turn as ${type} has each picture at its time, and its end leads to its beginning`, async ({
    stage,
    page,
  }) => {
    await stage.stands({ source: FIGURE, fit: true })
    const before = await stage.info()
    const size = { width: 48, height: 64 }
    const film = await filmed(page, { ...size, type, seconds: 0.8, rate: 10 })
    const { pictures, times, told, duration, ...facts } = film
    expect(facts).toEqual({ type, codec, size: [48, 64] })
    expect(times.map((time) => Math.round(time * 1000))).toEqual([0, 100, 200, 300, 400, 500, 600, 700])
    expect(duration).toBeCloseTo(0.8, 2)
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((count) => count / 8))
    // Each an eighth of the turn on, so that the first follows the last.
    expect(likest(pictures, await strip(page, 8, '#fff'))).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    const after = await stage.info()
    expect([after.yaw, after.tilt]).toEqual([before.yaw, before.tilt])
    // Frames come by the clock again.
    await stage.turnTo(1)
    await expect.poll(async () => (await stage.info()).frames).toBeGreaterThan(after.frames)
  })
}

test('WebM keeps what is clear, MP4 does not', SAMPLED, async ({ stage, page }) => {
  await stage.stands({ source: FIGURE, fit: true })
  const size = { width: 48, height: 64, seconds: 0.2, rate: 10, background: 'transparent' }
  const corners: number[] = []
  for (const type of ['video/webm', 'video/mp4'] as const)
    corners.push((await filmed(page, { ...size, type })).pictures[0]![3]!)
  expect(corners).toEqual([0, 255])
})

test('an entrance is filmed as long as it is, and can be filmed again', async ({ stage, page }) => {
  await stage.stands({
    source: FIGURE,
    fit: true,
    spawnEffect: { src: EFFECT, loop: 2 },
    spawnAnimation: { src: WAVE },
  })
  const seconds = Math.max(2 * clipSeconds(EFFECT), clipSeconds(WAVE)) + 0.5
  const before = await stage.info()
  const asked = { width: 48, height: 64, rate: 5, of: 'entrance' } as const
  const first = await filmed(page, asked)
  expect(first.times).toHaveLength(Math.round(seconds * 5))
  expect(new Set(first.pictures.map(String)).size).toBeGreaterThan(5)
  const again = await filmed(page, asked)
  // The same times show the same, however long each took.
  expect(Math.max(...again.pictures.map((picture, at) => apart(picture, first.pictures[at]!)))).toBeLessThan(1)
  // The effect goes and the animation ends: the last picture shows the model as it stood.
  const [still] = (await filmed(page, { width: 48, height: 64, seconds: 0.1, rate: 10, of: 'entrance' })).pictures
  expect(apart(still!, first.pictures[0]!)).toBeLessThan(1)
  await expect.poll(async () => (await stage.info()).geometries).toBe(before.geometries)
})

test('without an entrance none is filmed, and a film can be given up', SAMPLED, async ({ stage, page }) => {
  await stage.stands({ source: FIGURE, fit: true })
  const { yaw } = await stage.info()
  const told = await page.evaluate(async () => {
    const studio = await window.page.handle('one')!.studio()
    const size = { width: 48, height: 64 }
    const fault = await studio.film({ ...size, of: 'entrance' }).catch(String)
    const control = new AbortController()
    const onProgress = (share: number) => share >= 0.5 && control.abort(new Error('enough'))
    const given = await studio.film({ ...size, seconds: 1, rate: 10, signal: control.signal, onProgress }).catch(String)
    return { fault, given, types: await studio.filmTypes(), odd: await studio.filmTypes({ width: 47, height: 64 }) }
  })
  expect(told).toEqual({
    fault: 'Error: There is no entrance to film',
    given: 'Error: enough',
    types: ['video/webm', 'video/mp4'],
    // H.264 has no odd sizes.
    odd: ['video/webm'],
  })
  expect((await stage.info()).yaw).toBe(yaw)
})

test('a browser without WebCodecs records the turn as it goes by, one that records neither says so', async ({
  stage,
  page,
}) => {
  await stage.stands({ source: FIGURE, fit: true })
  await page.evaluate(() => Reflect.deleteProperty(window, 'VideoEncoder'))
  for (const type of ['video/webm', 'video/mp4'] as const) {
    const began = performance.now()
    const film = await filmed(page, { width: 48, height: 64, type, seconds: 4, rate: 10 })
    expect(film.type).toBe(type)
    expect(film.size).toEqual([48, 64])
    // It goes by the clock: a machine that is late makes it longer, never shorter than its last picture.
    expect(film.duration).toBeGreaterThan(3)
    expect(film.duration).toBeLessThan((performance.now() - began) / 1000)
    expect(film.told.at(-1)).toBe(1)
    // Some may be left out, none is out of turn.
    const turn = likest(film.pictures, await strip(page, 8, '#fff'))
    expect(new Set(turn).size).toBeGreaterThan(4)
    expect(turn.every((view, at) => at === 0 || view >= turn[at - 1]! || view === 0)).toBe(true)
  }
  const told = await page.evaluate(async () => {
    Reflect.deleteProperty(window, 'MediaRecorder')
    const studio = await window.page.handle('one')!.studio()
    return [await studio.filmTypes(), await studio.film().catch(String)]
  })
  expect(told).toEqual([[], 'Error: This browser makes no films'])
})
