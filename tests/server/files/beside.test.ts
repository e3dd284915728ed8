import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileRoom } from '../../../server/files/file-room.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('a process that shares the folder of a server leaves what others write there; a server that starts does not', async () => {
  const parts = join(server.folder, 'files', '.parts')
  await mkdir(parts, { recursive: true })
  await writeFile(join(parts, 'part'), '{}')
  const { db, now } = server.deps
  await FileRoom.open(db, now, server.folder, { isBeside: true })
  expect(await readdir(parts)).toEqual(['part'])
  await FileRoom.open(db, now, server.folder)
  expect(await readdir(join(server.folder, 'files'))).not.toContain('.parts')
})
