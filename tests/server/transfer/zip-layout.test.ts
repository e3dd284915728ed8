import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import {
  createCentralRecord,
  createEndRecords,
  createLocalHeader,
  type ZipEntry,
} from '../../../server/transfer/zip-layout.ts'
import { layOutEntries } from '../../support/lay-out-entries.ts'
import { unzip } from '../../support/unzip.ts'

const GB = 1024 ** 3
const MAX_UINT32 = 0xffff_ffff

/** An archive that is not in memory: headers and directory from our code, files of zeros. */
class GeneratedArchive extends RandomAccessReader {
  constructor(private readonly pieces: readonly { at: number; bytes: Buffer }[]) {
    super()
  }

  /** Bypasses the streams of the base class, which take most of the time. */
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

async function entriesOf(entries: readonly ZipEntry[]) {
  const layout = layOutEntries(entries)
  const directory = Buffer.concat([...layout.entries.map(createCentralRecord), createEndRecords(layout)])
  const pieces = [
    ...layout.entries.map((entry) => ({ at: entry.offset, bytes: createLocalHeader(entry) })),
    { at: layout.directoryOffset, bytes: directory },
  ]
  expect(layout.directoryOffset + directory.length).toBe(layout.bytes)
  const zip = await fromRandomAccessReaderPromise(new GeneratedArchive(pieces), layout.bytes)
  const found: { name: string; bytes: number; crc32: number; at: number }[] = []
  for await (const entry of zip.eachEntry()) {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry)
    found.push({ name: entry.fileName, bytes: entry.uncompressedSize, crc32: entry.crc32, at: fileDataStart })
  }
  return { found, count: zip.entryCount, layout }
}

function archive(files: Record<string, string>): Buffer {
  const entries = Object.entries(files).map(([name, text]) => ({
    name,
    text,
    bytes: Buffer.byteLength(text),
    crc32: crc32(text),
  }))
  const layout = layOutEntries(entries)
  const bodies = layout.entries.flatMap((entry) => [createLocalHeader(entry), Buffer.from(entry.text)])
  return Buffer.concat([...bodies, ...layout.entries.map(createCentralRecord), createEndRecords(layout)])
}

describe('an archive', () => {
  test('can be read by another ZIP reader, with file names in any script', async () => {
    const files = { 'manifest.json': '{}', 'models/Élan 帽子 🧢.glb': 'glTF', 'icons/empty.png': '' }
    const found = await unzip(archive(files))
    expect(Object.fromEntries([...found].map(([name, bytes]) => [name, bytes.toString()]))).toEqual(files)
  })

  test('contains the size and the checksum of a file in its header', () => {
    const [entry] = layOutEntries([{ name: 'a', bytes: 3, crc32: 0xfffffff0 }]).entries
    const header = createLocalHeader(entry!)
    expect([14, 18, 22].map((at) => header.readUInt32LE(at))).toEqual([0xfffffff0, 3, 3])
  })

  test.each([
    [-1, 47],
    [0, 59],
  ])('with a file %i bytes after the largest 32-bit offset has a directory record of %i bytes', (after, expected) => {
    const bytes = MAX_UINT32 + after - 31
    const layout = layOutEntries([
      { name: 'a', bytes, crc32: 1 },
      { name: 'b', bytes: 0, crc32: 2 },
    ])
    expect(layout.entries[1]!.offset).toBe(MAX_UINT32 + after)
    const records = layout.entries.map(createCentralRecord)
    expect(records.map(({ length }) => length)).toEqual([47, expected])
    expect(layout.directoryOffset + 47 + expected + createEndRecords(layout).length).toBe(layout.bytes)
  })

  test.each([
    ['the most files of ZIP', 65_534, 0, 0, 22],
    ['one more file', 65_535, 0, 0, 98],
    ['the largest 32-bit offset', 1, MAX_UINT32 - 1, 0, 22],
    ['one more byte', 1, MAX_UINT32, 0, 98],
    ['the largest 32-bit directory', 1, 0, MAX_UINT32 - 1, 22],
    ['one more byte of its directory', 1, 0, MAX_UINT32, 98],
  ])('with %s has the end records of its format', (_, count, directoryOffset, directoryBytes, endBytes) => {
    const bytes = directoryOffset + directoryBytes + endBytes
    const records = createEndRecords({ entries: Array(count), directoryOffset, bytes })
    expect(records.length).toBe(endBytes)
    const end = records.subarray(endBytes - 22)
    expect([8, 10].map((at) => end.readUInt16LE(at))).toEqual([count, count])
    expect([12, 16].map((at) => end.readUInt32LE(at))).toEqual([directoryBytes, directoryOffset])
    if (endBytes === 22) return
    // The size of the ZIP64 record does not count its first twelve bytes (APPNOTE 6.3.10, 4.3.14.1).
    expect(records.readBigUInt64LE(4)).toBe(44n)
    expect([12, 14].map((at) => records.readUInt16LE(at))).toEqual([45, 45])
    expect([24, 32, 40, 48, 64].map((at) => Number(records.readBigUInt64LE(at)))).toEqual([
      count,
      count,
      directoryBytes,
      directoryOffset,
      directoryOffset + directoryBytes,
    ])
    expect([16, 20, 60, 72].map((at) => records.readUInt32LE(at))).toEqual([0, 0, 0, 1])
  })

  test('without files is valid', async () => {
    expect(await unzip(archive({}))).toEqual(new Map())
  })

  test('passes the checks of unzip and Python, where installed', ({ skip }) => {
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
      const outputs = tools.flatMap(([tool, ...args]) => {
        try {
          return [execFileSync(tool!, [...args, join(folder, 'a.zip')], { encoding: 'utf8' })]
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
          throw error
        }
      })
      if (outputs.length === 0) skip()
      for (const output of outputs) expect(output).toMatch(/No errors detected|Done testing/)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('larger than 4 GB has every file at its offset', async () => {
    const entries = [2, 1.5, 0, 1.75, 0.5].map((size, i) => ({
      name: `models/${i}.glb`,
      bytes: size * GB,
      crc32: 0xfffffff0 + i,
    }))
    const { found, layout } = await entriesOf(entries)
    expect(layout.directoryOffset).toBeGreaterThan(5 * GB)
    expect(found.map(({ name, bytes, crc32 }) => ({ name, bytes, crc32 }))).toEqual(entries)
    let end = 0
    for (const { at, bytes, name } of found) {
      expect(at).toBe(end + 30 + name.length)
      end = at + bytes
    }
  })

  test.each([65_534, 65_535])('with %i files contains all of them', async (count) => {
    const entries = Array.from({ length: count }, (_, i) => ({ name: `models/${i}.glb`, bytes: i % 3, crc32: i }))
    const layout = layOutEntries(entries)
    const directory = Buffer.concat([...layout.entries.map(createCentralRecord), createEndRecords(layout)])
    expect(layout.directoryOffset + directory.length).toBe(layout.bytes)
    const zip = await fromRandomAccessReaderPromise(
      new GeneratedArchive([{ at: layout.directoryOffset, bytes: directory }]),
      layout.bytes,
    )
    let index = 0
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== `models/${index}.glb` || entry.crc32 !== index) throw new Error(`${index} is wrong`)
      index += 1
    }
    expect([zip.entryCount, index]).toEqual([count, count])
  })

  test('cannot contain a file of 4 GB or more', () => {
    const layOut = (bytes: number) => layOutEntries([{ name: 'a', bytes, crc32: 0 }])
    expect(() => layOut(4 * GB - 1)).toThrow('smaller than 4 GB')
    expect(layOut(4 * GB - 2).directoryOffset).toBe(4 * GB - 2 + 31)
  })

  test('that is truncated after any multiple of seven bytes is not read as complete', async () => {
    const whole = archive({ 'manifest.json': '{}', 'models/a.glb': 'glTF'.repeat(20) })
    for (let length = 0; length < whole.length; length += 7)
      await expect(unzip(whole.subarray(0, length)), `${length} bytes`).rejects.toThrow()
  })
})
