import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileService } from '../../../server/files/file-service.ts'
import { STORE_MARK_NAME, type StoreMark } from '../../../server/files/store-mark.ts'
import {
  decideOwnership,
  EPOCH_RAISE_INTERVAL_MS,
  StoreOwner,
  TAKEOVER_WAIT_MS,
} from '../../../server/files/store-owner.ts'
import { openTestServer } from '../../support/server.ts'

const RAISED_AT = new Date('2026-03-02T09:00:00.000Z')
const HERE = { identity: '7/5/100', place: 'db.example' }
const ROW = { id: 'a', epoch: 4, ...HERE, raised_at: RAISED_AT }
const after = (ms: number) => new Date(RAISED_AT.getTime() + ms)

test.each([
  ['the owner if store.json contains its last epoch', ROW, { id: 'a', epoch: 4 }, HERE, 0, { mode: 'owner' }],
  [
    'the owner if store.json contains the previous epoch after a crash',
    ROW,
    { id: 'a', epoch: 3 },
    HERE,
    0,
    { mode: 'owner' },
  ],
  [
    'the owner of a new store',
    { ...ROW, epoch: 0, identity: null, place: null, raised_at: null },
    undefined,
    HERE,
    0,
    { mode: 'owner' },
  ],
  [
    'the owner if it crashed after it first wrote store.json',
    { ...ROW, epoch: 0, raised_at: null },
    { id: 'a', epoch: 1 },
    HERE,
    0,
    { mode: 'owner' },
  ],
  [
    'read-only if it was restored to a state before its first epoch',
    { ...ROW, epoch: 0, identity: null, place: null, raised_at: null },
    { id: 'a', epoch: 4 },
    HERE,
    0,
    { mode: 'readOnly', reason: 'older' },
  ],
  ['read-only if the store.json it wrote is missing', ROW, undefined, HERE, 0, { mode: 'readOnly', reason: 'missing' }],
  [
    'read-only if store.json belongs to another database',
    ROW,
    { id: 'b', epoch: 1 },
    HERE,
    0,
    { mode: 'readOnly', reason: 'foreign' },
  ],
  [
    'read-only if store.json contains a later epoch',
    ROW,
    { id: 'a', epoch: 5 },
    HERE,
    0,
    { mode: 'readOnly', reason: 'older' },
  ],
  [
    'read-only if it runs on a server with another identity',
    ROW,
    { id: 'a', epoch: 4 },
    { ...HERE, identity: '8/5/100' },
    0,
    { mode: 'readOnly', reason: 'copy' },
  ],
  [
    'read-only if it is another database of the same server',
    ROW,
    { id: 'a', epoch: 4 },
    { ...HERE, identity: '7/6/100' },
    TAKEOVER_WAIT_MS,
    { mode: 'readOnly', reason: 'copy' },
  ],
  [
    'the owner if it may not read the identity of its server',
    ROW,
    { id: 'a', epoch: 4 },
    { ...HERE, identity: '/5/100' },
    0,
    { mode: 'owner' },
  ],
  [
    'wait if its location changed and the original may still run',
    ROW,
    { id: 'a', epoch: 4 },
    { ...HERE, place: 'new.example' },
    TAKEOVER_WAIT_MS - 1,
    { mode: 'waiting' },
  ],
  ['read-only if store.json is damaged', ROW, 'damaged' as const, HERE, 0, { mode: 'readOnly', reason: 'damaged' }],
  [
    'the owner if its location changed and its epoch has not been raised for long',
    ROW,
    { id: 'a', epoch: 4 },
    { ...HERE, place: 'new.example' },
    TAKEOVER_WAIT_MS,
    { mode: 'owner' },
  ],
])('makes a database %s', (_, row, mark, localId, ms, standing) => {
  expect(decideOwnership(row, mark, localId, after(ms))).toEqual(standing)
})

test('makes a database the owner of the store, even after a crash right after it wrote store.json', async () => {
  const server = await openTestServer()
  const { db, now } = server.deps
  let stored: StoreMark | undefined
  let isCrashing = true
  const content = {
    readMark: async () => stored,
    writeMark: async (mark: StoreMark) => {
      stored = mark
      if (isCrashing) throw new Error('The server crashed.')
    },
    expectMark: () => {},
  }
  const owner = () => new StoreOwner({ db, now, content, location: 'db.example' })
  await expect(owner().check()).rejects.toThrow('The server crashed.')
  expect(stored).toBeDefined()
  isCrashing = false
  expect(await owner().check()).toEqual({ mode: 'owner' })
  await server.close()
})

test('raises the store epoch after the clock was set back, so that a copy does not become the owner', async () => {
  const server = await openTestServer()
  const { db } = server.deps
  let stored: StoreMark | undefined
  const content = {
    readMark: async () => stored,
    writeMark: async (mark: StoreMark) => {
      stored = mark
    },
    expectMark: () => {},
  }
  let at = RAISED_AT
  const owner = new StoreOwner({ db, now: () => at, content, location: 'db.example' })
  await owner.check()
  const copied = await db.selectFrom('file_store').selectAll().executeTakeFirstOrThrow()
  at = after(-3 * TAKEOVER_WAIT_MS)
  await owner.check()
  at = after(EPOCH_RAISE_INTERVAL_MS - 3 * TAKEOVER_WAIT_MS)
  await owner.check()
  expect(stored?.epoch).toBe(copied.epoch + 2)

  await db.updateTable('file_store').set(copied).execute()
  const copy = new StoreOwner({ db, now: () => after(TAKEOVER_WAIT_MS), content, location: 'copy.example' })
  expect(await copy.check()).toEqual({ mode: 'readOnly', reason: 'older' })
  await server.close()
})

test.each([
  ['empty', ''],
  ['cut off', '{"id":"a"'],
  ['null', 'null'],
  ['of wrong types', '{"id":"a","epoch":"1"}'],
  ['too long', '[]'.repeat(5_000)],
])('makes files read-only and names the command that repairs this, if store.json is %s', async (_, text) => {
  const server = await openTestServer()
  const folder = await mkdtemp(join(tmpdir(), 'atelier-mark-'))
  const { db, now } = server.deps
  const open = () => FileService.open(db, now, folder, { databaseLocation: 'db.example' })
  await (await open()).owner.adopt()
  await writeFile(join(folder, 'files', STORE_MARK_NAME), text)

  const { owner } = await open()
  expect(await owner.check()).toEqual({ mode: 'readOnly', reason: 'damaged' })
  expect(owner.explanation).toContain('npm run files -- adopt')
  await expect(owner.assertWritable()).rejects.toMatchObject({ code: 'FILES_READ_ONLY' })
  await owner.adopt()
  expect(await (await open()).owner.check()).toEqual({ mode: 'owner' })
  await rm(folder, { recursive: true })
  await server.close()
})
