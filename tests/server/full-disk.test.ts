import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDiskStorage } from '../../server/files/storage.ts'
import { STORE_MARK_NAME } from '../../server/files/store-mark.ts'
import { MailOutbox } from '../../server/mail/mail-outbox.ts'
import { buildGlbOfSize, buildTinyGlb, TINY_PNG } from '../support/glb.ts'
import { openTestServer, type TestAccount, type TestServer } from '../support/server.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'

const MB = 1024 * 1024
const TUS = { 'tus-resumable': '1.0.0' }
const FULL = {
  status: 507,
  body: {
    error: {
      code: 'STORAGE_FULL',
      status: 507,
      message: 'The server is out of storage, so nothing was saved. An admin must free some space.',
    },
  },
}

const probe = mountSmallDisk(1)
probe?.remove()
const describeWithSmallDisk = describe.skipIf(!probe)

describeWithSmallDisk('a server whose files are on a full disk', () => {
  let disk: SmallDisk
  let server: TestServer
  let owner: TestAccount

  beforeAll(async () => {
    disk = mountSmallDisk(16)!
    server = await openTestServer({
      openStorage: (_, checkHead) => openDiskStorage(disk.folder, checkHead),
      deps: { renderIcon: async () => TINY_PNG },
    })
  })
  beforeEach(async () => {
    disk.freeSpace()
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
    const response = await server.fetch(`http://house.test${path}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        authorization: `Bearer ${owner.token}`,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes,
    })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  }
  /** Returns the size of each file in bytes, by path. */
  const listFileSizes = async () => {
    const names = (await readdir(disk.folder, { recursive: true })).filter(
      (name) => name !== 'ballast' && !name.endsWith(STORE_MARK_NAME),
    )
    const all = await Promise.all(names.map(async (name) => [name, await stat(join(disk.folder, name))] as const))
    return Object.fromEntries(all.filter(([, it]) => it.isFile()).map(([name, { size }]) => [name, size]))
  }

  test('refuses an upload that does not fit, stores nothing of it, and accepts it once there is space', async () => {
    const bytes = buildGlbOfSize(3 * MB)
    const { headers } = await announce(bytes.length)
    const path = headers.get('location')!
    const before = await listFileSizes()
    disk.fillUp(MB)
    expect(await patch(path, bytes)).toMatchObject(FULL)
    expect(await listFileSizes()).toEqual(before)
    disk.freeSpace()
    expect(await patch(path, bytes)).toMatchObject({ status: 204 })
    expect(Object.values(await listFileSizes())).toEqual([bytes.length])
  })

  test('refuses the creation of an upload that does not fit, leaving no file and no reserved quota', async () => {
    const before = await listFileSizes()
    disk.fillUp()
    expect(await announce(3 * MB, 'a-key')).toMatchObject(FULL)
    expect(await listFileSizes()).toEqual(before)
    expect(await server.deps.db.selectFrom('upload_starts').select('id').execute()).toEqual([])
    disk.freeSpace()
    expect(await announce(3 * MB, 'a-key')).toMatchObject({ status: 201 })
  })

  test('creates an asset without its icon if the icon does not fit, and adds the icon once there is space', async () => {
    const { url } = await server.upload(owner, buildTinyGlb())
    const before = await listFileSizes()
    disk.fillUp()
    const body = { name: 'Boot', type: 'outfit', gender: 'neutral', modelUrl: url } as const
    const { id, iconUrl } = await owner.client.assets.create({ body })
    expect([iconUrl, await listFileSizes()]).toEqual([undefined, before])
    const { data } = await owner.client.jobs.list({})
    expect(data).toMatchObject([{ status: 'queued', attempts: 1, error: 'The server is out of storage.' }])
    disk.freeSpace()
    server.advance(1_500)
    server.deps.jobs.wake()
    await server.deps.jobs.idle()
    expect((await owner.client.assets.get({ id })).iconUrl).toBeDefined()
  })

  test('leaves no partial file of an email that does not fit', async () => {
    const outbox = await MailOutbox.open(
      join(disk.folder, 'outbox'),
      'Atelier <atelier@house.example>',
      () => new Date(),
    )
    disk.fillUp()
    const mail = { to: 'a@house.example', subject: 'Hello', text: 'x', html: 'x' }
    await expect(outbox.send(mail, 'one')).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await readdir(join(disk.folder, 'outbox'))).toEqual([])
  })
})

describeWithSmallDisk('a server with files and database on a full disk', () => {
  let disk: SmallDisk
  let server: ServerProcess

  beforeAll(async () => {
    disk = mountSmallDisk(100)!
    server = await startServer(disk.folder, { SEED_DEMO: '0', LOG_LEVEL: 'warn' })
  })
  afterAll(async () => {
    await server.kill()
    disk.remove()
  })

  const signUp = async () => {
    const response = await fetch(`${server.url}/v1/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    return { status: response.status, body: await response.json() }
  }

  test('refuses rows that do not fit, continues to read, and accepts rows once there is space', async () => {
    const { body: guest } = await signUp()
    const sessions = () =>
      fetch(`${server.url}/v1/auth/sessions`, { headers: { authorization: `Bearer ${guest.token}` } })
    disk.fillUp()
    let response = await signUp()
    for (let tries = 0; tries < 250 && response.status < 300; tries++) response = await signUp()
    expect(response).toMatchObject(FULL)
    expect(await signUp()).toMatchObject(FULL)
    expect((await sessions()).status).toBe(200)
    disk.freeSpace()
    expect((await signUp()).status).toBeLessThan(300)
    const logLines = server.log().split('\n').filter(Boolean)
    expect(logLines.filter((line) => line.includes('"stack"'))).toEqual([])
    expect(logLines).toHaveLength(1)
  })
})
