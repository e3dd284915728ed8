import { type Entry, fromBufferPromise } from 'yauzl'

/** A file of an archive as another program reads it: its bytes by name, in the archive's order. */
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
