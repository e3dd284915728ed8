import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDiskStorage } from '../../server/files/storage.ts'
import { Outbox } from '../../server/mail/outbox.ts'
import { glbOfSize, TINY_PNG, tinyGlb } from '../support/glb.ts'
import { openTestServer, type TestAccount, type TestServer } from '../support/server.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { type SmallDisk, smallDisk } from '../support/small-disk.ts'

const MB = 1024 * 1024
const TUS = { 'tus-resumable': '1.0.0' }
const FULL = {
  status: 507,
  body: {
    error: {
      code: 'STORAGE_FULL',
      status: 507,
      message: 'The server is out of storage, so nothing was saved. Its admin has to free some.',
    },
  },
}

const probe = smallDisk(1)
probe?.remove()
const whereDisksAreMade = describe.skipIf(!probe)

whereDisksAreMade('files on a full disk', () => {
  let disk: SmallDisk
  let server: TestServer
  let owner: TestAccount

  beforeAll(async () => {
    disk = smallDisk(16)!
    server = await openTestServer({
      openStorage: (_, checkHead) => openDiskStorage(disk.folder, checkHead),
      deps: { renderIcon: async () => TINY_PNG },
    })
  })
  beforeEach(async () => {
    disk.free()
    await server.reset()
    owner = await server.account('developer')
  })
  afterAll(async () => {
    await server.close()
    disk.remove()
  })

  const announce = (bytes: number, key?: string) =>
    server.call('POST /files', {
      token: owner.token,
      headers: {
        ...TUS,
        'upload-length': String(bytes),
        'upload-metadata': `kind ${btoa('glb')}`,
        ...(key ? { 'idempotency-key': key } : {}),
      },
    })
  const patch = async (path: string, bytes: Uint8Array<ArrayBuffer>) => {
    const answer = await server.fetch(`http://house.test${path}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        authorization: `Bearer ${owner.token}`,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes,
    })
    return { status: answer.status, body: await answer.json().catch(() => undefined) }
  }
  /** Every file with its length, folders left out. */
  const standing = async () => {
    const names = (await readdir(disk.folder, { recursive: true })).filter((name) => name !== 'ballast')
    const all = await Promise.all(names.map(async (name) => [name, await stat(join(disk.folder, name))] as const))
    return Object.fromEntries(all.filter(([, it]) => it.isFile()).map(([name, { size }]) => [name, size]))
  }

  test('an upload that does not fit is refused, keeps nothing of what was sent, and arrives once there is room', async () => {
    const bytes = glbOfSize(3 * MB)
    const { headers } = await announce(bytes.length)
    const path = headers.get('location')!
    const before = await standing()
    disk.fill(MB)
    expect(await patch(path, bytes)).toMatchObject(FULL)
    expect(await standing()).toEqual(before)
    disk.free()
    expect(await patch(path, bytes)).toMatchObject({ status: 204 })
    expect(Object.values(await standing())).toEqual([bytes.length])
  })

  test('an announcement that does not fit leaves no file and takes none of the room of its owner', async () => {
    const before = await standing()
    disk.fill()
    expect(await announce(3 * MB, 'a-key')).toMatchObject(FULL)
    expect(await standing()).toEqual(before)
    expect(await server.deps.db.selectFrom('upload_starts').select('id').execute()).toEqual([])
    disk.free()
    expect(await announce(3 * MB, 'a-key')).toMatchObject({ status: 201 })
  })

  test('an asset whose icon does not fit is made without it, and gets it once there is room', async () => {
    const { url } = await server.upload(owner, tinyGlb())
    const before = await standing()
    disk.fill()
    const given = { name: 'Boot', type: 'outfit', gender: 'neutral', modelUrl: url } as const
    const { id, iconUrl } = await owner.client.assets.create({ body: given })
    expect([iconUrl, await standing()]).toEqual([undefined, before])
    const { data } = await owner.client.jobs.list({})
    expect(data).toMatchObject([{ status: 'queued', attempts: 1, error: 'The server is out of storage.' }])
    disk.free()
    server.advance(1_500)
    server.deps.jobs.wake()
    await server.deps.jobs.settled()
    expect((await owner.client.assets.get({ id })).iconUrl).toBeDefined()
  })

  test('a mail that does not fit leaves no half', async () => {
    const outbox = await Outbox.open(join(disk.folder, 'outbox'), 'Atelier <atelier@house.example>', () => new Date())
    disk.fill()
    const mail = { to: 'a@house.example', subject: 'Hello', text: 'x', html: 'x' }
    await expect(outbox.send(mail)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await readdir(join(disk.folder, 'outbox'))).toEqual([])
  })
})

whereDisksAreMade('a whole server on a full disk', () => {
  let disk: SmallDisk
  let server: ServerProcess

  beforeAll(async () => {
    disk = smallDisk(100)!
    server = await startServer(disk.folder, { SEED_DEMO: '0', LOG_LEVEL: 'warn' })
  })
  afterAll(async () => {
    await server.kill()
    disk.remove()
  })

  const signUp = async () => {
    const answer = await fetch(`${server.url}/v1/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    return { status: answer.status, body: await answer.json() }
  }

  test('refuses rows that no longer fit, reads on, and takes them once there is room', async () => {
    const { body: guest } = await signUp()
    const sessions = () =>
      fetch(`${server.url}/v1/auth/sessions`, { headers: { authorization: `Bearer ${guest.token}` } })
    disk.fill()
    let answer = await signUp()
    for (let tries = 0; tries < 250 && answer.status < 300; tries++) answer = await signUp()
    expect(answer).toMatchObject(FULL)
    expect(await signUp()).toMatchObject(FULL)
    expect((await sessions()).status).toBe(200)
    disk.free()
    expect((await signUp()).status).toBeLessThan(300)
    const told = server.log().split('\n').filter(Boolean)
    expect(told.filter((line) => line.includes('"stack"'))).toEqual([])
    expect(told).toHaveLength(1)
  })
})
