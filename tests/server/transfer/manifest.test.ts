import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readManifest } from '../../../server/transfer/manifest.ts'
import type { OpenArchive } from '../../../server/transfer/open-archive.ts'
import { splitJson } from '../../../server/transfer/split-json.ts'
import { buildManifest, createCapManifestRow } from '../../support/build-archive.ts'

const { signal } = new AbortController()
const split = (text: string, most = 1000) => splitJson(Buffer.from(text), 'assets', most, signal)
const textsOf = async (text: string) => {
  const bytes = Buffer.from(text)
  const { items, rest } = (await splitJson(bytes, 'assets', 1000, signal))!
  return { rest: rest.toString(), items: items.map(({ start, end }) => bytes.subarray(start, end).toString()) }
}
const tag = (number: number) => ({ name: `A tag of a usual length ${number}`, color: 'madder' })
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const archiveWith = (bytes: Buffer) =>
  ({ bytesOf: () => bytes.length, read: async () => bytes }) as unknown as OpenArchive
const read = (text: string | Buffer) => readManifest(archiveWith(Buffer.from(text)), signal)

describe('a list of a JSON object', () => {
  test.each([
    ['a nested key of the same name', '{"x":{"assets":[1]},"assets":[2]}', ['2']],
    ['a value equal to its name', '{"x":"assets","y":[1],"assets":[2]}', ['2']],
    ['a key that starts with an escaped quote and its name', '{"\\"assets":[1],"assets":[2]}', ['2']],
    [
      'spaces, nested lists, nested objects and brackets in texts',
      '{ "assets" : [ 1 , [2,3] , {"a":[4]}, "x,]" ] , "y":[5]}',
      ['1', '[2,3]', '{"a":[4]}', '"x,]"'],
    ],
    ['a list without a key in front of it', '{"assets":1,"x":[1]}', []],
    ['an object instead of the list', '{"assets":{"a":[1]}}', []],
    ['no items in the list', '{"assets":[ \n ]}', []],
  ])('is read correctly despite %s', async (_, text, items) => {
    expect((await textsOf(text)).items).toEqual(items)
  })

  test('with too many items is refused', async () => {
    expect(await split('{"assets":[1,2,3]}', 3)).toBeDefined()
    expect(await split('{"assets":[1,2,3,4]}', 3)).toBeUndefined()
  })

  test('splits into the items JSON.parse would find, whatever else the object contains', async () => {
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
})

describe('a manifest', () => {
  test('reports the error of each invalid row, and reads the valid rows', async () => {
    const { rows, tags } = await read(
      buildManifest([
        createCapManifestRow(),
        { ...createCapManifestRow({ name: 'Odd' }), type: 'boat' },
        7,
        null,
        { name: 7 },
        { name: 'x'.repeat(121) },
      ]),
    )
    expect([tags, rows.map(({ name, fault }) => [name, fault])]).toEqual([
      [],
      [
        ['Cap', undefined],
        ['Odd', 'type cannot be “boat”.'],
        ['', 'This is not valid.'],
        ['', 'This is not valid.'],
        ['', 'id is missing.'],
        ['x'.repeat(120), 'id is missing.'],
      ],
    ])
  })

  test('names the invalid field in the error of a row', async () => {
    const { gender: _, ...noGender } = createCapManifestRow()
    const { rows } = await read(
      buildManifest([
        noGender,
        createCapManifestRow({ name: '' }),
        createCapManifestRow({ name: 'x'.repeat(121) }),
        createCapManifestRow({ name: 'a\0b' }),
        createCapManifestRow({ gender: 'y'.repeat(40) }),
        createCapManifestRow({ gender: 'y'.repeat(41) }),
        createCapManifestRow({ type: { of: 'boat' } }),
        createCapManifestRow({ position: 0 }),
        createCapManifestRow({ tags: 'summer' }),
        createCapManifestRow({ files: {} }),
        createCapManifestRow({ files: { model: { path: 'a', sha256: 'no', bytes: 1, type: 'model/gltf-binary' } } }),
      ]),
    )
    expect(rows.map(({ fault }) => fault)).toEqual([
      'gender is missing.',
      'name is missing.',
      'name is longer than 120 characters.',
      'name contains characters that are not allowed in a name.',
      `gender cannot be “${'y'.repeat(40)}”.`,
      `gender cannot be “${'y'.repeat(40)}…”.`,
      'type is not valid.',
      'position is not valid.',
      'tags is not valid.',
      'files.model is missing.',
      'files.model.sha256 is not valid.',
    ])
  })

  test.each([
    ['a row that is not JSON', '{"assets":[{}, {]}', 'not valid JSON'],
    ['a trailing comma', buildManifest([1]).toString().replace('[1]', '[1,]'), 'not valid JSON'],
    ['a truncated text', buildManifest([1, 2]).toString().slice(0, -4), 'not valid JSON'],
    ['two lists of assets', buildManifest([1]).toString().replace('"assets"', '"assets":[],"assets"'), 'appears twice'],
    [
      'two lists of tags',
      buildManifest([1], { tags: [tag(1)] })
        .toString()
        .replace('"tags"', '"tags":[],"tags"'),
      'appears twice',
    ],
    ['an invalid tag', buildManifest([], { tags: [tag(1), { name: '' }] }).toString(), 'tags.1.name'],
    ['a later version', buildManifest([], { version: 2 }).toString(), 'a newer version'],
    ['an invalid version', buildManifest([], { version: 'x' }).toString(), 'invalid: version is not valid.'],
    ['other fields of 65 kB', buildManifest([], { more: 'x'.repeat(65 * 1024) }).toString(), 'too large'],
    [
      'another field nested 33 levels deep',
      `{"x":${nested(32)},${buildManifest([]).toString().slice(1)}`,
      '32 levels of nesting',
    ],
    [
      'a tag nested 33 levels deep',
      `{"tags":[${nested(33)}],${buildManifest([]).toString().slice(1)}`,
      '32 levels of nesting',
    ],
  ])('with %s is refused with a message', async (_, text, message) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'ARCHIVE_INVALID',
      message: expect.stringContaining(message),
    })
  })

  test('refuses only assets above 256 kB, reports their names, and reads the other assets', async () => {
    const large = createCapManifestRow({
      name: 'A "very" large one',
      tags: Array.from({ length: 9000 }, (_, i) => tag(i).name),
    })
    const { rows } = await read(
      buildManifest([createCapManifestRow(), large, 'x'.repeat(1e6), createCapManifestRow({ id: 'other' })]),
    )
    const outcomes = rows.map(({ name, fault, asset }) => [name, fault, asset?.id])
    const message = 'The manifest entry of this asset is too large: The JSON is longer than 262,144 bytes.'
    expect(outcomes).toEqual([
      ['Cap', undefined, 'cap'],
      ['A "very" large one', message, undefined],
      ['', message, undefined],
      ['Cap', undefined, 'other'],
    ])
  })

  test('refuses only the asset above 256 kB, even if its name is not valid JSON', async () => {
    const text = buildManifest([
      createCapManifestRow({ name: 'odd name', about: 'x'.repeat(300_000) }),
      createCapManifestRow(),
    ]).toString()
    const { rows } = await read(text.replace('"odd name"', '"odd \\x name"'))
    expect(rows.map(({ name, asset }) => [name, asset?.id])).toEqual([
      ['', undefined],
      ['Cap', 'cap'],
    ])
  })

  test.each([
    ['nested 33 levels deep', nested(33), 'There are more than 32 levels of nesting.'],
    ['with 10,001 values', `[${'0,'.repeat(10_000)}0]`, 'There are more than 10,000 values.'],
  ])('refuses only the asset %s, and names the exceeded limit', async (_, value, reason) => {
    const text = buildManifest([
      createCapManifestRow({ name: 'Odd', about: 'here' }),
      createCapManifestRow(),
    ]).toString()
    const { rows } = await read(text.replace('"here"', value))
    expect(rows.map(({ name, fault }) => [name, fault])).toEqual([
      ['Odd', `The manifest entry of this asset is too large: ${reason}`],
      ['Cap', undefined],
    ])
  })

  test('is missing in an archive without its entry', async () => {
    const archive = { bytesOf: () => undefined, read: async () => buildManifest([]) } as unknown as OpenArchive
    await expect(readManifest(archive, signal)).rejects.toThrow('The archive has no manifest.json.')
  })

  test('stops reading once its import is aborted', async () => {
    const controller = new AbortController()
    const reading = readManifest(
      archiveWith(buildManifest(Array.from({ length: 5000 }, () => createCapManifestRow()))),
      controller.signal,
    )
    controller.abort(new Error('given up'))
    await expect(reading).rejects.toThrow('given up')
  })
})
