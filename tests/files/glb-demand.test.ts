import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toFileVerdict } from '../../src/files/file-facts.ts'
import { checkGlb } from '../../src/files/glb-check.ts'
import { MODEL_BUDGET } from '../../src/files/model-budget.ts'
import { toFileSource, validateFile } from '../../src/files/validate-file.ts'
import { describeFileProblem } from '../../src/ui/upload/describe-upload.ts'
import { buildGridModel, COSTLY_MODELS } from '../support/costly-models.ts'
import { findSharedFolder } from '../support/shared-folder.ts'
import { createTranslateFor } from '../support/translate.ts'

/** Maximum number of bytes of a model that a check reads in addition to the JSON chunk. */
const MAX_READ_BYTES = 2 * 1024 * 1024

/** Returns the verdict, and the number of bytes read in addition to the JSON chunk. */
async function judged(bytes: Uint8Array) {
  let taken = 0
  const read = async (at: number, length: number) => {
    taken += length
    return bytes.subarray(at, at + length)
  }
  const verdict = await checkGlb(read, bytes.length)
  return { verdict, taken: taken - new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true) }
}

describe('a model over a limit is refused before it is decoded', () => {
  test.each(Object.entries(COSTLY_MODELS))('%s', async (_, { build, messageKey, claimedCount }) => {
    const bytes = build()
    expect(bytes.length).toBeLessThan(3_500_000)
    const { verdict, taken } = await judged(bytes)
    expect(verdict.fault?.word).toBe(messageKey)
    const { params, sizes, message } = verdict.fault ?? {}
    if (claimedCount !== undefined) {
      const messageParams = params ?? sizes ?? {}
      expect(messageParams['asked']).toBe(claimedCount)
      expect(message).toContain(claimedCount.toLocaleString('en'))
      expect(message).toContain(Number(messageParams['max']).toLocaleString('en'))
    }
    expect(message).toMatch(/^The model.*\.$/)
    expect(taken).toBeLessThan(MAX_READ_BYTES)
  })

  test.each(['en', 'de'] as const)(
    'and the form shows the count and the limit before the upload, in %s',
    async (language) => {
      for (const { build, messageKey, claimedCount } of Object.values(COSTLY_MODELS)) {
        const file = new File([build()], 'hat.glb')
        const { fault } = toFileVerdict(await validateFile(toFileSource(file), 'glb'))
        expect(fault?.word).toBe(messageKey)
        const message = describeFileProblem(fault!, createTranslateFor(language), language)
        expect(message).not.toContain('upload.')
        expect(message).not.toMatch(/[{}]/)
        const isCounted = claimedCount !== undefined && fault?.params !== undefined
        if (isCounted) expect(message).toContain(claimedCount.toLocaleString(language))
        if (isCounted) expect(message).toContain(Number(fault.params!['max']).toLocaleString(language))
      }
    },
  )
})

describe('a model within the limits is accepted', () => {
  test('with exactly the maximum number of vertices', async () => {
    const side = Math.floor(Math.sqrt(MODEL_BUDGET.vertices))
    expect((await judged(buildGridModel(MODEL_BUDGET.vertices, 1))).verdict).toMatchObject({
      fault: null,
      stats: { vertices: side * side },
    })
  })

  const models = findSharedFolder('data/models')
  const sound = models
    ? (readdirSync(models, { recursive: true }) as string[])
        .filter((name) => name.endsWith('.glb') && !name.startsWith('invalid'))
        .map((name) => join(models, name))
    : []
  const own = (readdirSync('demo', { recursive: true }) as string[])
    .filter((name) => name.endsWith('.glb'))
    .map((name) => join('demo', name))

  test('for all valid third-party models and the models of the demo', async () => {
    expect(own.length).toBeGreaterThan(10)
    for (const path of [...sound, ...own]) {
      // A file that contains only animation clips is refused, because it renders nothing.
      const isClips = /^demo\/clips\/|\/animations\/(rpm-male-idle|kaykit-general)\.glb$/.test(path)
      const messageKey = (await judged(readFileSync(path))).verdict.fault?.word
      expect([path, messageKey]).toEqual([path, isClips ? 'upload.nothingToDraw' : undefined])
    }
  })
})
