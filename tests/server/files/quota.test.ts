import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UNFINISHED_MS } from '../../../server/files/upload-store.ts'
import { sweep } from '../../../server/sweep.ts'
import { glbOfSize } from '../../support/glb.ts'
import { ORIGIN, openTestServer, PASSWORD, type TestAccount, type TestServer } from '../../support/server.ts'

const QUOTA = { bytes: 1000, unfinished: 8 }
let server: TestServer
let owner: TestAccount

beforeAll(async () => {
  server = await openTestServer({ quota: QUOTA })
})
beforeEach(async () => {
  await server.reset()
  owner = await server.account('developer')
})
afterAll(() => server.close())

const begin = (bytes: number, by = owner) =>
  server.fetch(`${ORIGIN}/files`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${by.token}`,
      'upload-length': String(bytes),
      'upload-metadata': `kind ${btoa('glb')}`,
    },
  })
const give = async (response: Response) => {
  const method = 'DELETE'
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${owner.token}` }
  return (await server.fetch(`${ORIGIN}${response.headers.get('location')}`, { method, headers })).status
}
/** Lets a time pass, after which the owner has to sign in again. */
async function later(ms: number) {
  server.advance(ms)
  const { body } = await server.call('POST /v1/auth/login', { body: { email: owner.email, password: PASSWORD } })
  owner = { ...owner, token: body.token, client: server.client(body.token) }
}
const usage = () => owner.client.files.usage()

describe('the room of a user', () => {
  test('is held exactly by uploads that begin at once', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => begin(300)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 413, 413, 413, 413])
    expect(await usage()).toEqual({ usedBytes: 900, quotaBytes: 1000, unfinished: 3 })
    const refused = answers.find(({ status }) => status === 413)
    expect((await refused!.json()).error).toEqual({
      code: 'QUOTA_EXCEEDED',
      message: 'There is not enough storage left for this file.',
      status: 413,
      details: { bytes: 300, usedBytes: 900, quotaBytes: 1000 },
    })
  })

  test.each([
    [99, 201],
    [100, 201],
    [101, 413],
  ])('of which 100 bytes are left is enough for %i bytes: %i', async (bytes, status) => {
    await begin(900)
    expect((await begin(bytes)).status).toBe(status)
  })

  test('is taken by a finished file as by the upload before it, and once for the same content', async () => {
    await server.upload(owner, glbOfSize(400))
    await server.upload(owner, glbOfSize(400))
    expect(await usage()).toEqual({ usedBytes: 400, quotaBytes: 1000, unfinished: 0 })
    await server.upload(owner, glbOfSize(401))
    expect((await begin(200)).status).toBe(413)
  })

  test('is given back by an upload that is given up or refused', async () => {
    expect(await give(await begin(900))).toBe(204)
    await expect(server.upload(owner, new Uint8Array(900))).rejects.toThrow('WRONG_FILE_TYPE')
    await expect(server.upload(owner, glbOfSize(900).fill(0xff, 20, 40))).rejects.toThrow('MODEL_INVALID')
    expect(await usage()).toEqual({ usedBytes: 0, quotaBytes: 1000, unfinished: 0 })
  })

  test('is given back by an upload that nobody finished in a day', async () => {
    await begin(900)
    await later(UNFINISHED_MS)
    await sweep(server.deps)
    expect((await usage()).unfinished).toBe(1)
    await later(1)
    await sweep(server.deps)
    expect((await usage()).unfinished).toBe(0)
  })

  test('is taken once by an upload that is announced twice', async () => {
    const keyed = (bytes: number, key: string) =>
      server.fetch(`${ORIGIN}/files`, {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          authorization: `Bearer ${owner.token}`,
          'upload-length': String(bytes),
          'upload-metadata': `kind ${btoa('glb')}`,
          'idempotency-key': key,
        },
      })
    const answers = await Promise.all([keyed(600, 'a'), keyed(600, 'a'), keyed(600, 'a')])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
    expect(await usage()).toEqual({ usedBytes: 600, quotaBytes: 1000, unfinished: 1 })
    expect((await keyed(601, 'a')).status).toBe(409)
    expect((await keyed(600, 'b')).status).toBe(413)
    await give(answers[0]!)
    expect((await keyed(700, 'a')).status).toBe(201)
  })

  test('is not held by an announcement that the server fell over', async () => {
    const lost = { id: 'lost', owner_id: owner.id, bytes: 600, started_at: server.deps.now(), key: 'a' }
    await server.deps.db.insertInto('upload_starts').values(lost).execute()
    const again = () => server.deps.files.begin('new', { kind: 'glb', owner: owner.id }, 600, 'a')
    expect([await again(), (await usage()).usedBytes]).toEqual([undefined, 600])
  })

  test('is not the room of another', async () => {
    await begin(1000)
    const other = await server.account('developer', 'other@house.example')
    expect((await begin(1000, other)).status).toBe(201)
  })

  test('has no more uploads under way than it may', async () => {
    const answers = await Promise.all(Array.from({ length: QUOTA.unfinished + 2 }, () => begin(50)))
    expect(answers.filter(({ status }) => status === 201).length).toBe(QUOTA.unfinished)
    const codes = await Promise.all(
      answers.filter(({ status }) => status !== 201).map(async (it) => (await it.json()).error.code),
    )
    expect(codes).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  })
})
