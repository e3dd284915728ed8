import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileService } from '../../../server/files/file-service.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('removes partial files when the file service opens, unless another process uses the folder', async () => {
  const parts = join(server.folder, 'files', '.parts')
  await mkdir(parts, { recursive: true })
  await writeFile(join(parts, 'part'), '{}')
  const { db, now } = server.deps
  await FileService.open(db, now, server.folder, { isFolderInUse: true })
  expect(await readdir(parts)).toEqual(['part'])
  await FileService.open(db, now, server.folder)
  expect(await readdir(join(server.folder, 'files'))).not.toContain('.parts')
})
