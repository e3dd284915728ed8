import { describe, expect, test } from 'vitest'
import { readManifest } from '../../../server/transfer/manifest.ts'
import type { OpenArchive } from '../../../server/transfer/open-archive.ts'
import { splitJson } from '../../../server/transfer/split-json.ts'
import { buildManifest, createCapManifestRow } from '../../support/build-archive.ts'
import { countLoopIterations } from '../../support/count-loop-iterations.ts'

const { signal } = new AbortController()
const split = (text: string) => splitJson(Buffer.from(text), 'assets', 1000, signal)
const read = (bytes: Buffer) =>
  readManifest({ bytesOf: () => bytes.length, read: async () => bytes } as unknown as OpenArchive, signal)

describe('a list of a JSON object', () => {
  test('is found in a long text while yielding, even if an escape crosses each chunk boundary', async () => {
    // All backslashes are at odd offsets. The scan skips escaped characters, so it never visits a multiple of the batch size.
    const text = `{"xy":"${'\\n'.repeat(4 * 1024 * 1024)}","assets":[1]}`
    const { result, iterations } = await countLoopIterations(() => split(text))
    expect(result?.items).toHaveLength(1)
    expect(iterations).toBeGreaterThanOrEqual(16)
  })

  test('is removed from a long text while yielding to other work', async () => {
    const { result, iterations } = await countLoopIterations(() =>
      split(`{"assets":[],"x":"${'a'.repeat(32 * 1024 * 1024)}"}`),
    )
    expect(result?.rest).toHaveLength(32 * 1024 * 1024 + '{"assets":[],"x":""}'.length)
    expect(iterations).toBeGreaterThanOrEqual(16)
  })
})

describe('a manifest', () => {
  test('accepts 100,000 tags', async () => {
    const tags = Array.from({ length: 100_000 }, (_, i) => ({ name: `A tag of a usual length ${i}`, color: 'madder' }))
    const manifest = await read(buildManifest([createCapManifestRow()], { tags }))
    expect([manifest.tags, manifest.rows.length]).toEqual([tags, 1])
  })

  test('with 20,000 assets yields at least once per two hundred rows', async () => {
    const bytes = buildManifest(Array.from({ length: 20_000 }, (_, i) => createCapManifestRow({ id: `cap-${i}` })))
    const { result, iterations } = await countLoopIterations(() => read(bytes))
    expect(result.rows).toHaveLength(20_000)
    expect(iterations).toBeGreaterThan(100)
  })

  test('with 99,999 assets of one character yields at least once per thousand rows', async () => {
    const { result, iterations } = await countLoopIterations(() => read(buildManifest(Array(99_999).fill(0))))
    expect(result.rows).toHaveLength(99_999)
    expect(iterations).toBeGreaterThanOrEqual(100)
  })

  test('with almost two million levels of nesting is refused', async () => {
    const nested = '['.repeat(1_990_000) + ']'.repeat(1_990_000)
    const text = `{"x":${nested},${buildManifest([]).toString().slice(1)}`
    await expect(read(Buffer.from(text))).rejects.toThrow('The manifest is too large')
  })

  test('with more tags than allowed is refused', async () => {
    const text = `{"tags":[${'0,'.repeat(100_000)}0]}`
    await expect(read(Buffer.from(text))).rejects.toThrow('The manifest lists more than 100000 tags.')
  })

  test('with an asset nested 120,000 levels deep refuses only that asset', async () => {
    const text = buildManifest([createCapManifestRow({ about: 'here' }), createCapManifestRow()]).toString()
    const nested = '['.repeat(120_000) + ']'.repeat(120_000)
    const { rows } = await read(Buffer.from(text.replace('"here"', nested)))
    const fault = 'The manifest entry of this asset is too large: There are more than 32 levels of nesting.'
    expect(rows.map((row) => row.fault)).toEqual([fault, undefined])
  })
})
