import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UNREFERENCED_MS } from '../../../server/files/charges.ts'
import { FileRoom } from '../../../server/files/file-room.ts'
import { sweep } from '../../../server/sweep.ts'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { glbOfSize, TINY_PNG, tinyGlb } from '../../support/glb.ts'
import { ORIGIN, openTestServer, PASSWORD, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let owner: TestAccount

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  owner = await server.account('admin')
})
afterAll(() => server.close())

const isServed = async (url: string) => (await server.fetch(`${ORIGIN}${url}`)).status === 200
/** Lets a time pass, after which the owner has to sign in again. */
async function later(ms: number) {
  server.advance(ms)
  const { body } = await server.call('POST /v1/auth/login', { body: { email: owner.email, password: PASSWORD } })
  owner = { ...owner, token: body.token, client: server.client(body.token) }
}

/** Sweeps, lets a time pass, sweeps again. */
async function sweepTwice(ms: number) {
  await sweep(server.deps)
  await later(ms)
  await sweep(server.deps)
}
const make = async (given: Partial<NewAsset> = {}) => {
  const { url } = await server.upload(owner, tinyGlb({ pad: 40 }))
  return owner.client.assets.create({
    body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: url, ...given },
  })
}

describe('a file that nothing refers to', () => {
  test('is removed after a day, not before, with the upload it came by', async () => {
    const { url, id } = await server.upload(owner, glbOfSize(500))
    await sweepTwice(UNREFERENCED_MS - 1)
    expect(await isServed(url)).toBe(true)
    await later(1)
    await sweep(server.deps)
    expect(await isServed(url)).toBe(false)
    await expect(owner.client.files.describe({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await owner.client.files.usage()).usedBytes).toBe(0)
  })

  test('can be uploaded anew afterwards', async () => {
    const { url } = await server.upload(owner, glbOfSize(500))
    await sweepTwice(UNREFERENCED_MS)
    expect((await server.upload(owner, glbOfSize(500))).url).toBe(url)
    expect(await isServed(url)).toBe(true)
  })

  test('has a day from when the last thing that referred to it went', async () => {
    const asset = await make()
    await sweepTwice(10 * UNREFERENCED_MS)
    await owner.client.assets.remove({ id: asset.id })
    await owner.client.assets.purge({ id: asset.id })
    await sweepTwice(UNREFERENCED_MS - 1)
    expect(await isServed(asset.modelUrl)).toBe(true)
    await sweepTwice(1)
    expect(await isServed(asset.modelUrl)).toBe(false)
  })

  test('is kept by being uploaded or used again within that day', async () => {
    const { url } = await server.upload(owner, glbOfSize(500))
    await sweepTwice(UNREFERENCED_MS - 1)
    await server.upload(owner, glbOfSize(500))
    await sweepTwice(1)
    expect(await isServed(url)).toBe(true)
    await sweepTwice(UNREFERENCED_MS - 1)
    expect(await isServed(url)).toBe(false)
  })
})

test('whatever refers to a file keeps it', async () => {
  const [icon, texture] = await Promise.all([
    server.upload(owner, new Uint8Array(TINY_PNG), 'icon'),
    server.upload(owner, new Uint8Array(Buffer.concat([TINY_PNG, Buffer.alloc(8)])), 'texture'),
  ])
  const asset = await make({ iconUrl: icon.url, textureUrl: texture.url })
  await sweepTwice(30 * UNREFERENCED_MS)
  await sweepTwice(30 * UNREFERENCED_MS)
  expect(await Promise.all([asset.modelUrl, icon.url, texture.url].map(isServed))).toEqual([true, true, true])
})

test('a file whose row was lost when the server fell is removed like any other', async () => {
  const { url } = await server.upload(owner, glbOfSize(500))
  await server.deps.db.deleteFrom('uploads').execute()
  await server.deps.db.deleteFrom('files').execute()
  await sweepTwice(UNREFERENCED_MS)
  expect(await isServed(url)).toBe(false)
})

test('parts of files that were left by halves are removed once they are a day old, and all of them by a start', async () => {
  const [files, parts] = [join(server.folder, 'files', 'ab'), join(server.folder, 'files', '.parts')]
  for (const folder of [files, parts]) await mkdir(folder, { recursive: true })
  const old = new Date(Date.now() - UNREFERENCED_MS - 1000)
  const left = [join(files, 'part-old'), join(parts, 'part-old')]
  const young = [join(files, 'part-young'), join(parts, 'part-young')]
  for (const path of [...left, ...young]) await writeFile(path, '{}')
  for (const path of left) await utimes(path, old, old)
  await sweep(server.deps)
  expect([...(await readdir(files)), ...(await readdir(parts))]).toEqual(['part-young', 'part-young'])
  await FileRoom.open(server.deps.db, server.deps.now, server.folder)
  expect(await readdir(join(server.folder, 'files'))).not.toContain('.parts')
})

test('bytes that no room is kept for are removed at once, those of uploads under way are not', async () => {
  const uploads = join(server.folder, 'uploads')
  const begun = await server.fetch(`${ORIGIN}/files`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${owner.token}`,
      'upload-length': '100',
      'upload-metadata': `kind ${btoa('glb')}`,
    },
  })
  const id = begun.headers.get('location')!.split('/').at(-1)!
  for (const name of ['bytes-left', 'facts-left.json', 'both-left', 'both-left.json'])
    await writeFile(join(uploads, name), '{}')
  await sweep(server.deps)
  expect((await readdir(uploads)).sort()).toEqual([id, `${id}.json`])
})
