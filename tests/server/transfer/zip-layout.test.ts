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
    expect(() => layOutEntries([{ name: 'a', bytes: 4 * GB, crc32: 0 }])).toThrow('smaller than 4 GB')
  })

  test('that is truncated after any multiple of seven bytes is not read as complete', async () => {
    const whole = archive({ 'manifest.json': '{}', 'models/a.glb': 'glTF'.repeat(20) })
    for (let length = 0; length < whole.length; length += 7)
      await expect(unzip(whole.subarray(0, length)), `${length} bytes`).rejects.toThrow()
  })
})
