import { truncate, unlink } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../server/boot/app.ts'
import { createAdmission, QUEUE_LIMITS } from '../../../server/http/admission.ts'
import { type HttpListener, listen } from '../../../server/http/listen.ts'
import { createRequestListener } from '../../../server/http/request-listener.ts'
import { buildGlbOfSize } from '../../support/glb.ts'
import { ORIGIN, openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'
import { unzip } from '../../support/unzip.ts'

let server: TestServer
let owner: TestAccount
let listening: HttpListener | undefined
afterEach(async () => {
  await listening?.stop()
  listening = undefined
  await server.close()
})

/** Creates an application with three models of 400 kB. Returns the paths of their files. */
async function fill(options: Parameters<typeof openTestServer>[0] = {}): Promise<string[]> {
  server = await openTestServer(options)
  owner = await server.account('developer')
  await server.deps.db
    .insertInto('applications')
    .values({ id: 'harbour', name: 'Harbour', name_key: 'harbour', owner_id: owner.id, created_at: START_TIME })
    .execute()
  owner = { ...owner, ...(await server.account('admin', 'admin@house.example')) }
  const paths: string[] = []
  for (let i = 0; i < 3; i += 1) {
    const glb = buildGlbOfSize(400_000, (size) => new Uint8Array(size).fill(i + 1))
    const { url, sha256 } = await server.upload(owner, glb)
    await owner.client.assets.create({
      body: { name: `Cap ${i}`, type: 'headwear', gender: 'neutral', modelUrl: url, applicationIds: ['harbour'] },
    })
    paths.push(join(server.folder, 'files', sha256.slice(0, 2), `${sha256}.glb`))
  }
  return paths
}

/** Returns the `Content-Length`, the received bytes, and whether the response was complete. */
async function download(): Promise<{ length: number; bytes: Buffer; isWhole: boolean }> {
  listening ??= await listen(0, '127.0.0.1', {})
  listening.serve(createRequestListener(createApp(server.deps).fetch))
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(
      `${listening!.url}/v1/assets/export/harbour`,
      { headers: { host: new URL(ORIGIN).host, authorization: `Bearer ${owner.token}` } },
      resolve,
    ).on('error', reject),
  )
  const chunks: Buffer[] = []
  response.on('data', (piece: Buffer) => chunks.push(piece))
  await new Promise((resolve) => response.once('close', resolve).on('error', () => {}))
  return {
    length: Number(response.headers['content-length']),
    bytes: Buffer.concat(chunks),
    isWhole: response.complete,
  }
}

describe('an export with a damaged file', () => {
  test.each([
    ['is truncated', (path: string) => truncate(path, 150_000)],
    ['is deleted', (path: string) => unlink(path)],
  ])('ends incomplete if the file %s, and the server continues to respond', async (_, damage) => {
    const [, second] = await fill()
    const sound = await download()
    expect([sound.isWhole, sound.bytes.length]).toEqual([true, sound.length])
    expect((await unzip(sound.bytes)).size).toBe(4)
    await damage(second!)
    const broken = await download()
    expect([broken.length, broken.isWhole]).toEqual([sound.length, false])
    expect(broken.bytes.length).toBeLessThan(sound.length)
    expect(broken.bytes.equals(sound.bytes.subarray(0, broken.bytes.length))).toBe(true)
    await expect(unzip(broken.bytes)).rejects.toThrow()
    expect((await server.call('GET /v1/assets', { token: owner.token })).status).toBe(200)
  })
})

describe('admission of exports', () => {
  const limits = { running: 3, runningPerAddress: 2, queued: 4, queuedPerAddress: 1, maxWaitMs: 400 }
  const startExport = () =>
    server.fetch(`${ORIGIN}/v1/assets/export/harbour`, { headers: { authorization: `Bearer ${owner.token}` } })

  test('refuses further exports while slow readers use all slots, but no other requests', async () => {
    await fill({ deps: { admission: createAdmission({ ...QUEUE_LIMITS, exports: limits }) } })
    const slow = [await startExport(), await startExport()]
    expect(slow.map(({ status }) => status)).toEqual([200, 200])
    const refused = await startExport()
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
    for (let i = 0; i < 20; i += 1)
      expect((await server.call('GET /v1/assets', { token: owner.token })).status).toBe(200)
    // One download is read to its end and the other cancelled, so both slots are free again.
    expect((await unzip(new Uint8Array(await slow[0]!.arrayBuffer()))).size).toBe(4)
    await slow[1]!.body!.cancel()
    const again = [await startExport(), await startExport()]
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    await Promise.all(again.map(({ body }) => body!.cancel()))
  })

  test('frees the slot immediately after a response without a body or an error response', async () => {
    await fill({ deps: { admission: createAdmission({ ...QUEUE_LIMITS, exports: limits }) } })
    const etag = (await startExport()).headers.get('etag')!
    const headers = { authorization: `Bearer ${owner.token}`, 'if-none-match': etag }
    const statuses: number[] = []
    for (let i = 0; i < 5; i += 1)
      statuses.push(
        (await server.fetch(`${ORIGIN}/v1/assets/export/harbour`, { headers })).status,
        (await server.fetch(`${ORIGIN}/v1/assets/export/none`, { headers })).status,
        (
          await server.fetch(`${ORIGIN}/v1/assets/export/harbour`, {
            method: 'HEAD',
            headers: { authorization: headers.authorization },
          })
        ).status,
      )
    expect(statuses).toEqual(Array.from({ length: 5 }, () => [304, 404, 200]).flat())
  })
})
