import { type Entry, fromBufferPromise } from 'yauzl'

/**
 * Reads an archive with an independent ZIP library. Returns the bytes of each entry by name, in archive order. Throws on
 * duplicate names.
 */
export async function unzip(archive: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(archive))
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    if (files.has(entry.fileName)) throw new Error(`Duplicate entry: ${entry.fileName}`)
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry as Entry)) chunks.push(chunk as Buffer)
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  return files
}
