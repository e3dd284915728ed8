import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { centralRecord, endRecords, localHeader, type ZipEntry } from '../../../server/transfer/zip-layout.ts'
import { unzip } from '../../support/archive.ts'
import { layOut } from '../../support/lay-out.ts'

const GB = 1024 ** 3

/** An archive that is never whole anywhere: headers and directory by our code, files of zeros. */
class Imagined extends RandomAccessReader {
  constructor(private readonly pieces: readonly { at: number; bytes: Buffer }[]) {
    super()
  }

  /** Past the streams that it reads by otherwise, which take most of the time. */
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#part(position, position + length).copy(buffer, offset)
    setImmediate(callback, null)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from([this.#part(start, end)])
  }

  #part(start: number, end: number): Buffer {
    const part = Buffer.alloc(end - start)
    for (const { at, bytes } of this.pieces)
      if (at < end && at + bytes.length > start) bytes.copy(part, Math.max(0, at - start), Math.max(0, start - at))
    return part
  }
}

async function entriesOf(given: readonly ZipEntry[]) {
  const layout = layOut(given)
  const directory = Buffer.concat([...layout.entries.map(centralRecord), endRecords(layout)])
  const pieces = [
    ...layout.entries.map((entry) => ({ at: entry.offset, bytes: localHeader(entry) })),
    { at: layout.directoryOffset, bytes: directory },
  ]
  expect(layout.directoryOffset + directory.length).toBe(layout.bytes)
  const zip = await fromRandomAccessReaderPromise(new Imagined(pieces), layout.bytes)
  const found: { name: string; bytes: number; crc32: number; at: number }[] = []
  for await (const entry of zip.eachEntry()) {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry)
    found.push({ name: entry.fileName, bytes: entry.uncompressedSize, crc32: entry.crc32, at: fileDataStart })
  }
  return { found, count: zip.entryCount, layout }
}

/** A whole small archive. */
function archive(files: Record<string, string>): Buffer {
  const given = Object.entries(files).map(([name, text]) => ({
    name,
    text,
    bytes: Buffer.byteLength(text),
    crc32: crc32(text),
  }))
  const layout = layOut(given)
  const bodies = layout.entries.flatMap((entry) => [localHeader(entry), Buffer.from(entry.text)])
  return Buffer.concat([...bodies, ...layout.entries.map(centralRecord), endRecords(layout)])
}

describe('an archive', () => {
  test('is read by another program as it was laid out, names in any script', async () => {
    const files = { 'manifest.json': '{}', 'models/Élan 帽子 🧢.glb': 'glTF', 'icons/empty.png': '' }
    const found = await unzip(archive(files))
    expect(Object.fromEntries([...found].map(([name, bytes]) => [name, bytes.toString()]))).toEqual(files)
  })

  test('of nothing is an archive, too', async () => {
    expect(await unzip(archive({}))).toEqual(new Map())
  })

  test('is found sound by unzip and Python, where they are at hand', ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-zip-'))
    try {
      writeFileSync(
        join(folder, 'a.zip'),
        archive({ 'manifest.json': '{"a":1}', 'models/Mütze.glb': 'x'.repeat(9999) }),
      )
      const tools = [
        ['unzip', '-t'],
        ['python3', '-m', 'zipfile', '-t'],
      ]
      const ran = tools.flatMap(([tool, ...given]) => {
        try {
          return [execFileSync(tool!, [...given, join(folder, 'a.zip')], { encoding: 'utf8' })]
        } catch (fault) {
          if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return []
          throw fault
        }
      })
      if (ran.length === 0) skip()
      for (const said of ran) expect(said).toMatch(/No errors detected|Done testing/)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('of more than 4 GB has every file in its place', async () => {
    const given = [2, 1.5, 0, 1.75, 0.5].map((size, i) => ({
      name: `models/${i}.glb`,
      bytes: size * GB,
      crc32: 0xfffffff0 + i,
    }))
    const { found, layout } = await entriesOf(given)
    expect(layout.directoryOffset).toBeGreaterThan(5 * GB)
    expect(found.map(({ name, bytes, crc32 }) => ({ name, bytes, crc32 }))).toEqual(given)
    let end = 0
    for (const { at, bytes, name } of found) {
      expect(at).toBe(end + 30 + name.length)
      end = at + bytes
    }
  })

  test.each([65_534, 65_535])('of %i files has all of them', async (count) => {
    const given = Array.from({ length: count }, (_, i) => ({ name: `models/${i}.glb`, bytes: i % 3, crc32: i }))
    const layout = layOut(given)
    const directory = Buffer.concat([...layout.entries.map(centralRecord), endRecords(layout)])
    expect(layout.directoryOffset + directory.length).toBe(layout.bytes)
    const zip = await fromRandomAccessReaderPromise(
      new Imagined([{ at: layout.directoryOffset, bytes: directory }]),
      layout.bytes,
    )
    let seen = 0
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== `models/${seen}.glb` || entry.crc32 !== seen) throw new Error(`${seen} is wrong`)
      seen += 1
    }
    expect([zip.entryCount, seen]).toEqual([count, count])
  })

  test('takes no file of 4 GB or more', () => {
    expect(() => layOut([{ name: 'a', bytes: 4 * GB, crc32: 0 }])).toThrow('smaller than 4 GB')
  })

  test('that is cut off anywhere is not taken for a whole one', async () => {
    const whole = archive({ 'manifest.json': '{}', 'models/a.glb': 'glTF'.repeat(20) })
    for (let length = 0; length < whole.length; length += 7)
      await expect(unzip(whole.subarray(0, length)), `${length} bytes`).rejects.toThrow()
  })
})
