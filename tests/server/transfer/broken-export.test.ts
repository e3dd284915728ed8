import { truncate, unlink } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createServer } from '../../../server/app.ts'
import { createAdmission, LANES } from '../../../server/http/admission.ts'
import { listenerOf } from '../../../server/http/listener.ts'
import { type Listening, listen } from '../../../server/listen.ts'
import { unzip } from '../../support/archive.ts'
import { glbOfSize } from '../../support/glb.ts'
import { BEGINNING, ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let owner: TestAccount
let listening: Listening | undefined
afterEach(async () => {
  await listening?.stop()
  listening = undefined
  await server.close()
})

/** An application of three models of 400 kB each; answers where their files lie. */
async function fill(options: Parameters<typeof openTestServer>[0] = {}): Promise<string[]> {
  server = await openTestServer(options)
  owner = await server.account('developer')
  await server.deps.db
    .insertInto('applications')
    .values({ id: 'harbour', name: 'Harbour', name_key: 'harbour', owner_id: owner.id, created_at: BEGINNING })
    .execute()
  owner = { ...owner, ...(await server.account('admin', 'admin@house.example')) }
  const paths: string[] = []
  for (let i = 0; i < 3; i += 1) {
    const glb = glbOfSize(400_000, (room) => new Uint8Array(room).fill(i + 1))
    const { url, sha256 } = await server.upload(owner, glb)
    await owner.client.assets.create({
      body: { name: `Cap ${i}`, type: 'headwear', gender: 'neutral', modelUrl: url, applicationIds: ['harbour'] },
    })
    paths.push(join(server.folder, 'files', sha256.slice(0, 2), `${sha256}.glb`))
  }
  return paths
}

/** What arrives over a connection, and whether it came to its end. */
async function download(): Promise<{ length: number; bytes: Buffer; isWhole: boolean }> {
  listening ??= await listen(0, '127.0.0.1', {})
  listening.serve(listenerOf(createServer(server.deps).fetch))
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(
      `${listening!.url}/v1/assets/export/harbour`,
      { headers: { host: new URL(ORIGIN).host, authorization: `Bearer ${owner.token}` } },
      resolve,
    ).on('error', reject),
  )
  const pieces: Buffer[] = []
  answer.on('data', (piece: Buffer) => pieces.push(piece))
  await new Promise((resolve) => answer.once('close', resolve).on('error', () => {}))
  return { length: Number(answer.headers['content-length']), bytes: Buffer.concat(pieces), isWhole: answer.complete }
}

describe('an export whose store fails', () => {
  test.each([
    ['is cut short', (path: string) => truncate(path, 150_000)],
    ['is gone', (path: string) => unlink(path)],
  ])('where a file in its middle %s ends unmistakably, and the server goes on', async (_, harm) => {
    const [, second] = await fill()
    const sound = await download()
    expect([sound.isWhole, sound.bytes.length]).toEqual([true, sound.length])
    expect((await unzip(sound.bytes)).size).toBe(4)
    await harm(second!)
    const broken = await download()
    expect([broken.length, broken.isWhole]).toEqual([sound.length, false])
    expect(broken.bytes.length).toBeLessThan(sound.length)
    expect(broken.bytes.equals(sound.bytes.subarray(0, broken.bytes.length))).toBe(true)
    await expect(unzip(broken.bytes)).rejects.toThrow()
    expect((await server.call('GET /v1/assets', { token: owner.token })).status).toBe(200)
  })
})

describe('exports have a lane of their own', () => {
  const lane = { atWork: 3, atWorkOfAddress: 2, waiting: 4, waitingOfAddress: 1, waitMs: 400 }
  const take = () =>
    server.fetch(`${ORIGIN}/v1/assets/export/harbour`, { headers: { authorization: `Bearer ${owner.token}` } })

  test('those that are read slowly keep others waiting, and no calls', async () => {
    await fill({ deps: { admission: createAdmission({ ...LANES, exports: lane }) } })
    const slow = [await take(), await take()]
    expect(slow.map(({ status }) => status)).toEqual([200, 200])
    const refused = await take()
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
    for (let i = 0; i < 20; i += 1)
      expect((await server.call('GET /v1/assets', { token: owner.token })).status).toBe(200)
    // One is read to its end, the other given up: both places are free again.
    expect((await unzip(new Uint8Array(await slow[0]!.arrayBuffer()))).size).toBe(4)
    await slow[1]!.body!.cancel()
    const again = [await take(), await take()]
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    await Promise.all(again.map(({ body }) => body!.cancel()))
  })

  test('what has no body, and what fails, leaves its place at once', async () => {
    await fill({ deps: { admission: createAdmission({ ...LANES, exports: lane }) } })
    const etag = (await take()).headers.get('etag')!
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
