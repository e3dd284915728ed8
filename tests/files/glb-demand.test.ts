import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verdictOf } from '../../src/files/file-facts.ts'
import { checkGlb } from '../../src/files/glb-check.ts'
import { asSource, judgeFile } from '../../src/files/judge-file.ts'
import { MODEL_BUDGET } from '../../src/files/model-budget.ts'
import { sayFault } from '../../src/ui/upload/upload-facts.ts'
import { COSTLY_MODELS, heavyModel } from '../support/costly-models.ts'
import { sharedFolder } from '../support/shared.ts'
import { translateIn } from '../support/translate.ts'

/** Besides the description, no more than this is read of a model. */
const MOST_READ = 2 * 1024 * 1024

/** The verdict, and the bytes read beyond the description. */
async function judged(bytes: Uint8Array) {
  let taken = 0
  const read = async (at: number, length: number) => {
    taken += length
    return bytes.subarray(at, at + length)
  }
  const verdict = await checkGlb(read, bytes.length)
  return { verdict, taken: taken - new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true) }
}

describe('a model that asks for too much is refused at once, undecoded', () => {
  test.each(Object.entries(COSTLY_MODELS))('%s', async (_, { make, word, asked }) => {
    const bytes = make()
    expect(bytes.length).toBeLessThan(3_500_000)
    const { verdict, taken } = await judged(bytes)
    expect(verdict.fault?.word).toBe(word)
    const { params, sizes, message } = verdict.fault ?? {}
    if (asked !== undefined) {
      const told = params ?? sizes ?? {}
      expect(told['asked']).toBe(asked)
      expect(message).toContain(asked.toLocaleString('en'))
      expect(message).toContain(Number(told['max']).toLocaleString('en'))
    }
    expect(message).toMatch(/^The model.*\.$/)
    expect(taken).toBeLessThan(MOST_READ)
  })

  test.each(['en', 'de'] as const)(
    'and the form says so before it is sent (%s), with both numbers',
    async (language) => {
      for (const { make, word, asked } of Object.values(COSTLY_MODELS)) {
        const file = new File([make()], 'hat.glb')
        const { fault } = verdictOf(await judgeFile(asSource(file), 'glb'))
        expect(fault?.word).toBe(word)
        const said = sayFault(fault!, translateIn(language), language)
        expect(said).not.toContain('upload.')
        expect(said).not.toMatch(/[{}]/)
        const isCounted = asked !== undefined && fault?.params !== undefined
        if (isCounted) expect(said).toContain(asked.toLocaleString(language))
        if (isCounted) expect(said).toContain(Number(fault.params!['max']).toLocaleString(language))
      }
    },
  )
})

describe('a model that is only large is taken', () => {
  test('up to the very last vertex', async () => {
    const side = Math.floor(Math.sqrt(MODEL_BUDGET.vertices))
    expect((await judged(heavyModel(MODEL_BUDGET.vertices, 1))).verdict).toMatchObject({
      fault: null,
      stats: { vertices: side * side },
    })
  })

  const models = sharedFolder('data/models')
  const sound = models
    ? (readdirSync(models, { recursive: true }) as string[])
        .filter((name) => name.endsWith('.glb') && !name.startsWith('invalid'))
        .map((name) => join(models, name))
    : []
  const own = (readdirSync('demo', { recursive: true }) as string[])
    .filter((name) => name.endsWith('.glb'))
    .map((name) => join('demo', name))

  test('as every model of other people that is not broken, and every one of the demo', async () => {
    expect(own.length).toBeGreaterThan(10)
    for (const path of [...sound, ...own]) {
      // Clips alone are no model: there is nothing in them to draw.
      const isClips = /^demo\/clips\/|\/animations\/(rpm-male-idle|kaykit-general)\.glb$/.test(path)
      const word = (await judged(readFileSync(path))).verdict.fault?.word
      expect([path, word]).toEqual([path, isClips ? 'upload.nothingToDraw' : undefined])
    }
  })
})
