import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleNames } from '../support/sampling.ts'
import { findSharedFolder } from '../support/shared-folder.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, measureCoverage, test } from './viewer-support.ts'

/** Files that the viewer refuses, with the expected reason. The viewer renders all other files. */
const REFUSED: readonly [RegExp, string][] = [
  [/^animations\/|^fbx\/mixamo-walking|^invalid\/issue-492-skin/, 'nothing'],
  [/^fbx\/unsupported-6100/, 'unsupported'],
  [/^fbx\/fuzz\/|^fbx\/unicode-names|^invalid\/[^/]+\.gltf$|^invalid\/gltf-1\.0-box/, 'unreadable'],
  [/^invalid\/validator-glb\/(bom|chunk_too_big|extra_data|json_and_two_buffers|misplaced_bin_chunk)/, 'nothing'],
  [/^invalid\/validator-glb\/(two_images|two_valid_json_chunks|unaligned_chunk|valid|valid_buffer)\.glb$/, 'nothing'],
  [/^invalid\/validator-glb\//, 'unreadable'],
]

const getExpectedReason = (file: string) => REFUSED.find(([pattern]) => pattern.test(file))?.[1] ?? null

test(
  'renders each third-party model or refuses it for the expected reason, without external requests',
  SAMPLED_OPTIONS,
  async ({ stage, page, site }) => {
    const folder = findSharedFolder('data/models')
    test.skip(!folder, 'the shared folder with third-party models is missing')
    test.setTimeout(900_000)
    const externalUrls: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url) && !/^(blob|data):/.test(request.url())) externalUrls.push(request.url())
    })
    const files = readdirSync(folder!, { recursive: true })
      .map(String)
      .filter((file) => /\.(glb|gltf|fbx)$/.test(file))
      .sort()
    const sampledFiles = sampleNames('models', files)
    const outcomes: [string, string | null][] = []
    for (const file of sampledFiles) {
      const bytes = readFileSync(join(folder!, file))
      const path = `/shared/${file}`
      const source = file.endsWith('.gltf') ? { base64: bytes.toString('base64') } : path
      site.customResponses.set(path, bytes)
      await page.evaluate(() => window.page.reportedEvents.splice(0))
      await stage.show({ source, fit: true, width: 160, height: 160, turntable: false })
      await page.waitForFunction(
        () => window.page.reportedEvents.some((event) => / (finished|error .*)$/.test(event)),
        null,
        {
          timeout: 60_000,
        },
      )
      const failure = (await stage.readEvents()).flatMap((event) => / error (.*)$/.exec(event)?.[1] ?? [])[0] ?? null
      outcomes.push([file, failure])
      if (failure === null)
        expect(measureCoverage(await stage.capturePixels('one', { width: 80, height: 80 })), file).toBeGreaterThan(
          0.005,
        )
    }
    expect(outcomes).toEqual(sampledFiles.map((file) => [file, getExpectedReason(file)]))
    expect(externalUrls).toEqual([])
    await stage.show({ source: null })
    await expect.poll(async () => (await stage.readInfo()).geometries).toBe(0)
    // Textures that remain allocated: the environment light, its lookup table, the shadow map and the background for
    // transmission.
    expect((await stage.readInfo()).textures).toBeLessThanOrEqual(6)
  },
)
