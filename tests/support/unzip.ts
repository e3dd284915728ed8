import { type Entry, fromBufferPromise } from 'yauzl'

/**
 * Reads an archive with an independent ZIP library. Returns the bytes of each entry by name, in archive order; throws on
 * duplicate names.
 */
export async function unzip(archive: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(archive))
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    if (files.has(entry.fileName)) throw new Error(`${entry.fileName} is there twice.`)
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry as Entry)) pieces.push(piece as Buffer)
    files.set(entry.fileName, Buffer.concat(pieces))
  }
  return files
}
