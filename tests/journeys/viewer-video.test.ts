import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { FilmOptions } from '../../src/ui/viewer/studio.ts'
import type { DecodedFilm } from '../support/viewer-page/decode-film.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, FIGURE_URL, test } from './viewer-support.ts'

const EFFECT = '/demo/effects/petal-swirl.glb'
const WAVE = '/demo/clips/wave.glb'

/** Records a video on the page and decodes it there. Returns the video's frames and the reported progress. */
const recordFilm = (
  page: Page,
  options: Omit<FilmOptions, 'signal' | 'onProgress'>,
): Promise<DecodedFilm & { progressValues: number[] }> =>
  page.evaluate(async (filmOptions) => {
    const studio = await window.page.handle('one')!.studio()
    const progressValues: number[] = []
    const film = await studio.film({ ...filmOptions, onProgress: (progress) => progressValues.push(progress) })
    return { ...(await window.page.decodeFilm(film)), progressValues }
  }, options)

/** Returns the views of a turntable strip, rendered over a background colour, as pixel data comparable with a video's frames. */
const renderStrip = (page: Page, views: number, background: string): Promise<number[][]> =>
  page.evaluate(
    async ([count, backdrop]) => {
      const studio = await window.page.handle('one')!.studio()
      const file = await studio.strip({
        width: 48,
        height: 64,
        views: count,
        ...(backdrop && { background: backdrop }),
      })
      const context = new OffscreenCanvas(48 * count, 64).getContext('2d')!
      context.drawImage(await createImageBitmap(file), 0, 0)
      return Array.from({ length: count }, (_, view) => [...context.getImageData(view * 48, 0, 48, 64).data])
    },
    [views, background] as const,
  )

const measureDistance = (a: readonly number[], other: readonly number[]) =>
  a.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / a.length

/** Returns, for each picture, the index of the most similar picture in `candidates`. */
const findMostSimilar = (pictures: readonly number[][], candidates: readonly number[][]): number[] =>
  pictures.map((picture) => {
    const distances = candidates.map((other) => measureDistance(picture, other))
    return distances.indexOf(Math.min(...distances))
  })

/** Returns the duration of the first animation in a GLB file, in seconds. */
function readClipSeconds(path: string): number {
  const bytes = readFileSync(`.${path}`)
  const { accessors, animations } = JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)))
  return Math.max(...animations[0].samplers.map(({ input }: { input: number }) => accessors[input].max[0] as number))
}

test('renders a strip of four different views, and restores the camera', SAMPLED_OPTIONS, async ({ stage, page }) => {
  await stage.showUntilFinished({ source: FIGURE_URL, fit: true })
  const before = await stage.readInfo()
  const views = await renderStrip(page, 4, '')
  expect(new Set(views.map(String)).size).toBe(4)
  expect(views[0]!.slice(0, 4)).toEqual([0, 0, 0, 0])
  const after = await stage.readInfo()
  // Ignores the pixel ratio, which depends on the speed of the machine.
  expect([after.yaw, after.tilt]).toEqual([before.yaw, before.tilt])
  expect([after.geometries, after.textures]).toEqual([before.geometries, before.textures])
})

for (const [type, codec] of [
  ['video/webm', 'vp9'],
  ['video/mp4', 'avc'],
] as const) {
  test(`records a full turn as ${type} with evenly timed frames that loop seamlessly`, async ({ stage, page }) => {
    await stage.showUntilFinished({ source: FIGURE_URL, fit: true })
    const before = await stage.readInfo()
    const size = { width: 48, height: 64 }
    const film = await recordFilm(page, { ...size, type, seconds: 0.8, rate: 10 })
    const { pictures, times, progressValues, duration, ...facts } = film
    expect(facts).toEqual({ type, codec, size: [48, 64] })
    expect(times.map((time) => Math.round(time * 1000))).toEqual([0, 100, 200, 300, 400, 500, 600, 700])
    expect(duration).toBeCloseTo(0.8, 2)
    expect(progressValues).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((count) => count / 8))
    // Each frame is rotated by an eighth of a turn more than the previous frame, so the video loops.
    expect(findMostSimilar(pictures, await renderStrip(page, 8, '#fff'))).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    const after = await stage.readInfo()
    expect([after.yaw, after.tilt]).toEqual([before.yaw, before.tilt])
    // After the recording, the clock drives the frames again.
    await stage.turnTo(1)
    await expect.poll(async () => (await stage.readInfo()).frames).toBeGreaterThan(after.frames)
  })
}

test(
  'records a transparent background in WebM, and an opaque background in MP4',
  SAMPLED_OPTIONS,
  async ({ stage, page }) => {
    await stage.showUntilFinished({ source: FIGURE_URL, fit: true })
    const size = { width: 48, height: 64, seconds: 0.2, rate: 10, background: 'transparent' }
    const corners: number[] = []
    for (const type of ['video/webm', 'video/mp4'] as const)
      corners.push((await recordFilm(page, { ...size, type })).pictures[0]![3]!)
    expect(corners).toEqual([0, 255])
  },
)

test('records spawn effect and animation in full length, and the same frames in a second recording', async ({
  stage,
  page,
}) => {
  await stage.showUntilFinished({
    source: FIGURE_URL,
    fit: true,
    spawnEffect: { src: EFFECT, loop: 2 },
    spawnAnimation: { src: WAVE },
  })
  const durationSeconds = Math.max(2 * readClipSeconds(EFFECT), readClipSeconds(WAVE)) + 0.5
  const before = await stage.readInfo()
  const options = { width: 48, height: 64, rate: 5, of: 'entrance' } as const
  const first = await recordFilm(page, options)
  expect(first.times).toHaveLength(Math.round(durationSeconds * 5))
  expect(new Set(first.pictures.map(String)).size).toBeGreaterThan(5)
  const again = await recordFilm(page, options)
  // Frames at equal times are equal, whatever time their rendering took.
  expect(Math.max(...again.pictures.map((picture, at) => measureDistance(picture, first.pictures[at]!)))).toBeLessThan(
    1,
  )
  const [firstFrame] = (await recordFilm(page, { width: 48, height: 64, seconds: 0.1, rate: 10, of: 'entrance' }))
    .pictures
  expect(measureDistance(firstFrame!, first.pictures[0]!)).toBeLessThan(1)
  await expect.poll(async () => (await stage.readInfo()).geometries).toBe(before.geometries)
})

test(
  'refuses to record an entrance that the model does not have, and stops recording on an abort signal',
  SAMPLED_OPTIONS,
  async ({ stage, page }) => {
    await stage.showUntilFinished({ source: FIGURE_URL, fit: true })
    const { yaw } = await stage.readInfo()
    const outcome = await page.evaluate(async () => {
      const studio = await window.page.handle('one')!.studio()
      const size = { width: 48, height: 64 }
      const rejection = await studio.film({ ...size, of: 'entrance' }).catch(String)
      const control = new AbortController()
      const onProgress = (progress: number) => progress >= 0.5 && control.abort(new Error('enough'))
      const abortResult = await studio
        .film({ ...size, seconds: 1, rate: 10, signal: control.signal, onProgress })
        .catch(String)
      return {
        noEntrance: rejection,
        aborted: abortResult,
        types: await studio.filmTypes(),
        oddSizeTypes: await studio.filmTypes({ width: 47, height: 64 }),
      }
    })
    expect(outcome).toEqual({
      noEntrance: 'Error: There is no entrance to film',
      aborted: 'Error: enough',
      types: ['video/webm', 'video/mp4'],
      // H.264 does not support odd sizes, so the video is WebM.
      oddSizeTypes: ['video/webm'],
    })
    expect((await stage.readInfo()).yaw).toBe(yaw)
  },
)

test('refuses to record and lists no video types in a browser without a video encoder', async ({ stage, page }) => {
  await stage.showUntilFinished({ source: FIGURE_URL, fit: true })
  const outcome = await page.evaluate(async () => {
    Reflect.deleteProperty(window, 'VideoEncoder')
    const studio = await window.page.handle('one')!.studio()
    return [await studio.filmTypes(), await studio.film().catch(String)]
  })
  expect(outcome).toEqual([[], 'Error: This browser cannot record films'])
})
