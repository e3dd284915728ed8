import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openS3Storage } from '../../../server/files/s3-storage.ts'

const LATE_MS = 20_000

/** Store whose responses never end. */
const store = createServer((request, response) => {
  if (request.method === 'GET') response.writeHead(206, { 'content-length': 1e9 }).write('x')
  else response.writeHead(200).end()
})
beforeAll(async () => {
  store.listen(0, '127.0.0.1')
  await once(store, 'listening')
})
afterAll(() => {
  store.closeAllConnections()
  store.close()
})

test('the S3 store keeps a connection free for a check while 120 open streams are not read', async () => {
  const settings = {
    endpoint: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
    bucket: 'atelier',
    region: 'us-east-1',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  }
  const { content } = await openS3Storage(settings, tmpdir(), async () => {})
  const file = { sha256: 'a'.repeat(64), type: 'model/gltf-binary', bytes: 1e9 } as const
  const read: Promise<Readable>[] = Array.from({ length: 120 }, () => content.stream(file, 0, 1e9 - 1))
  const late = new Promise((resolve) => setTimeout(resolve, LATE_MS, 'late'))
  const isThere = Promise.all([...read, content.check()]).then(() => 'there')
  expect(await Promise.race([isThere, late])).toBe('there')
  for (const stream of read) (await stream).destroy()
})
