import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawn } from '../support/drawn.ts'
import { hasSharedModels, SHARED_MODELS } from '../support/viewer-site.ts'
import { SAMPLED } from './sampled.ts'
import { covered, expect, test } from './viewer-support.ts'

/** Why each of these files is refused; every other one is drawn. */
const REFUSED: readonly [RegExp, string][] = [
  [/^animations\/|^fbx\/mixamo-walking|^invalid\/issue-492-skin/, 'nothing'],
  [/^fbx\/unsupported-6100/, 'unsupported'],
  [/^fbx\/fuzz\/|^fbx\/unicode-names|^invalid\/[^/]+\.gltf$|^invalid\/gltf-1\.0-box/, 'unreadable'],
  [/^invalid\/validator-glb\/(bom|chunk_too_big|extra_data|json_and_two_buffers|misplaced_bin_chunk)/, 'nothing'],
  [/^invalid\/validator-glb\/(two_images|two_valid_json_chunks|unaligned_chunk|valid|valid_buffer)\.glb$/, 'nothing'],
  [/^invalid\/validator-glb\//, 'unreadable'],
]

const reasonFor = (file: string) => REFUSED.find(([pattern]) => pattern.test(file))?.[1] ?? null

test(
  'every model of other people is drawn, or refused for its one reason, and asks nobody for anything',
  SAMPLED,
  async ({ stage, page, site }) => {
    test.skip(!hasSharedModels, 'the models of other people are not here')
    test.setTimeout(900_000)
    const outside: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url) && !/^(blob|data):/.test(request.url())) outside.push(request.url())
    })
    const files = readdirSync(SHARED_MODELS, { recursive: true })
      .map(String)
      .filter((file) => /\.(glb|gltf|fbx)$/.test(file))
      .sort()
    const chosen = drawn('models', files, 16)
    const outcomes: [string, string | null][] = []
    for (const file of chosen) {
      const source = file.endsWith('.gltf')
        ? { base64: readFileSync(join(SHARED_MODELS, file)).toString('base64') }
        : `/shared/${file}`
      await page.evaluate(() => window.page.told.splice(0))
      await stage.show({ source, fit: true, width: 160, height: 160, turntable: false })
      await page.waitForFunction(() => window.page.told.some((told) => / (finished|error .*)$/.test(told)), null, {
        timeout: 60_000,
      })
      const failure = (await stage.told()).flatMap((told) => / error (.*)$/.exec(told)?.[1] ?? [])[0] ?? null
      outcomes.push([file, failure])
      if (failure === null)
        expect(covered(await stage.picture('one', { width: 80, height: 80 })), file).toBeGreaterThan(0.005)
    }
    expect(outcomes).toEqual(chosen.map((file) => [file, reasonFor(file)]))
    expect(outside).toEqual([])
    await stage.show({ source: null })
    await expect.poll(async () => (await stage.info()).geometries).toBe(0)
    // What stays: the light, its table, the shadow map and the ground that glass is seen through.
    expect((await stage.info()).textures).toBeLessThanOrEqual(6)
  },
)
