import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitJson } from '../../../server/transfer/json-parts.ts'
import { readManifest } from '../../../server/transfer/manifest.ts'
import type { OpenArchive } from '../../../server/transfer/open-archive.ts'
import { capRow, manifestOf } from '../../support/archive-of.ts'
import { turnsDuring } from '../../support/turns.ts'

const { signal } = new AbortController()
const split = (text: string, most = 1000) => splitJson(Buffer.from(text), 'assets', most, signal)
const textsOf = async (text: string) => {
  const bytes = Buffer.from(text)
  const { items, rest } = (await splitJson(bytes, 'assets', 1000, signal))!
  return { rest: rest.toString(), items: items.map(({ start, end }) => bytes.subarray(start, end).toString()) }
}
const tag = (number: number) => ({ name: `A tag of a usual length ${number}`, color: 'madder' })
const archiveWith = (bytes: Buffer) =>
  ({ bytesOf: () => bytes.length, read: async () => bytes }) as unknown as OpenArchive
const read = (text: string | Buffer) => readManifest(archiveWith(Buffer.from(text)), signal)

describe('a list of a JSON object', () => {
  test('is taken apart into what JSON.parse would find in it, whatever else is there', async () => {
    const spaces = fc.constantFrom(undefined, 1, '\t')
    const anything = fc.record({ before: fc.jsonValue(), assets: fc.array(fc.jsonValue()), 'a"s]': fc.jsonValue() })
    await fc.assert(
      fc.asyncProperty(anything, spaces, async (value, space) => {
        const { items, rest } = await textsOf(JSON.stringify(value, null, space))
        expect(items.map((it) => JSON.parse(it))).toEqual(JSON.parse(JSON.stringify(value.assets)))
        expect(JSON.parse(rest)).toEqual({ ...JSON.parse(JSON.stringify(value)), assets: [] })
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['a deeper key of the name', '{"x":{"assets":[1]},"assets":[2]}', ['2']],
    ['a value of the name', '{"x":"assets","y":[1],"assets":[2]}', ['2']],
    ['a key that holds the name escaped', '{"\\"assets":[1],"assets":[2]}', ['2']],
    ['no list under it', '{"assets":{"a":[1]}}', []],
    ['an empty list', '{"assets":[ \n ]}', []],
  ])('is found past %s', async (_, text, items) => {
    expect((await textsOf(text)).items).toEqual(items)
  })

  test('is looked for in turns with others, also past escapes that stand across each boundary', async () => {
    // Behind 7 bytes each backslash has an odd place, and what it escapes is never looked at.
    const text = `{"xy":"${'\\n'.repeat(4 * 1024 * 1024)}","assets":[1]}`
    const { result, turns } = await turnsDuring(() => split(text))
    expect(result?.items).toHaveLength(1)
    expect(turns).toBeGreaterThanOrEqual(16)
  })

  test('of too many items is none', async () => {
    expect(await split('{"assets":[1,2,3]}', 3)).toBeDefined()
    expect(await split('{"assets":[1,2,3,4]}', 3)).toBeUndefined()
  })
})

describe('a manifest', () => {
  test('is read row by row; what is wrong with one says nothing of the others', async () => {
    const { rows, tags } = await read(manifestOf([capRow(), { ...capRow({ name: 'Odd' }), type: 'boat' }, 7]))
    expect([tags, rows.map(({ name, fault }) => [name, fault])]).toEqual([
      [],
      [
        ['Cap', undefined],
        ['Odd', 'type cannot be “boat”.'],
        ['', 'This is not as it should be.'],
      ],
    ])
  })

  test('says of a row what is wrong with it, in words of whoever looks for it there', async () => {
    const { gender: _, ...noGender } = capRow()
    const { rows } = await read(
      manifestOf([
        noGender,
        capRow({ name: '' }),
        capRow({ name: 'x'.repeat(121) }),
        capRow({ name: 'a\0b' }),
        capRow({ gender: 'y'.repeat(400) }),
        capRow({ type: { of: 'boat' } }),
        capRow({ position: 0 }),
        capRow({ tags: 'summer' }),
        capRow({ files: {} }),
        capRow({ files: { model: { path: 'a', sha256: 'no', bytes: 1, type: 'model/gltf-binary' } } }),
      ]),
    )
    expect(rows.map(({ fault }) => fault)).toEqual([
      'gender is missing.',
      'name is missing.',
      'name is longer than 120 characters.',
      'name holds characters that no name can have.',
      `gender cannot be “${'y'.repeat(40)}…”.`,
      'type is not as it should be.',
      'position is not as it should be.',
      'tags is not as it should be.',
      'files.model is missing.',
      'files.model.sha256 is not as it should be.',
    ])
  })

  test.each([
    ['a row that is no JSON', '{"assets":[{}, {]}', 'not valid JSON'],
    ['a comma too many', manifestOf([1]).toString().replace('[1]', '[1,]'), 'not valid JSON'],
    ['what is cut short', manifestOf([1, 2]).toString().slice(0, -4), 'not valid JSON'],
    ['two lists', manifestOf([1]).toString().replace('"assets"', '"assets":[],"assets"'), 'there twice'],
    [
      'two lists of tags',
      manifestOf([1], { tags: [tag(1)] })
        .toString()
        .replace('"tags"', '"tags":[],"tags"'),
      'there twice',
    ],
    ['a tag that is none', manifestOf([], { tags: [tag(1), { name: '' }] }).toString(), 'tags.1.name'],
    ['more tags than there may be', `{"tags":[${'0,'.repeat(100_000)}0]}`, 'more than 100000 tags'],
    ['a version of tomorrow', manifestOf([], { version: 2 }).toString(), 'a newer version'],
    ['a version that is none', manifestOf([], { version: 'x' }).toString(), 'version is not as it should be'],
    ['a head of megabytes', manifestOf([], { more: 'x'.repeat(5e6) }).toString(), 'too large'],
  ])('with %s is refused in one sentence', async (_, text, sentence) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'ARCHIVE_INVALID',
      message: expect.stringContaining(sentence),
    })
  })

  test('refuses an asset of more than 256 kB alone, by its name, and reads the others', async () => {
    const large = capRow({ name: 'A "very" large one', tags: Array.from({ length: 9000 }, (_, i) => tag(i).name) })
    const { rows } = await read(manifestOf([capRow(), large, 'x'.repeat(1e6), capRow({ id: 'other' })]))
    const told = rows.map(({ name, fault, asset }) => [name, fault, asset?.id])
    const fault = 'The manifest says more than 256 kB of this asset.'
    expect(told).toEqual([
      ['Cap', undefined, 'cap'],
      ['A "very" large one', fault, undefined],
      ['', fault, undefined],
      ['Cap', undefined, 'other'],
    ])
  })

  test('refuses such an asset alone also where what should be its name is no text', async () => {
    const text = manifestOf([capRow({ name: 'odd name', about: 'x'.repeat(300_000) }), capRow()]).toString()
    const { rows } = await read(text.replace('"odd name"', '"odd \\x name"'))
    expect(rows.map(({ name, asset }) => [name, asset?.id])).toEqual([
      ['', undefined],
      ['Cap', 'cap'],
    ])
  })

  test('with 100,000 tags is read like any other', async () => {
    const tags = Array.from({ length: 100_000 }, (_, i) => tag(i))
    const manifest = await read(manifestOf([capRow()], { tags }))
    expect([manifest.tags, manifest.rows.length]).toEqual([tags, 1])
  })

  test('of 20,000 assets lets others take turns, at least one for each two hundred rows', async () => {
    const bytes = manifestOf(Array.from({ length: 20_000 }, (_, i) => capRow({ id: `cap-${i}` })))
    const { result, turns } = await turnsDuring(() => read(bytes))
    expect(result.rows).toHaveLength(20_000)
    expect(turns).toBeGreaterThan(100)
  })

  test('is read no further once its import is given up', async () => {
    const given = new AbortController()
    const reading = readManifest(archiveWith(manifestOf(Array.from({ length: 5000 }, () => capRow()))), given.signal)
    given.abort(new Error('given up'))
    await expect(reading).rejects.toThrow('given up')
  })
})
