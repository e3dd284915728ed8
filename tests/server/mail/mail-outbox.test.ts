import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MailOutbox } from '../../../server/mail/mail-outbox.ts'

let folder: string
let outbox: MailOutbox

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'atelier-outbox-')), 'data', 'outbox')
  outbox = await MailOutbox.open(folder, 'Atelier <atelier@house.example>', () => new Date('2026-03-02T09:00:00.000Z'))
})
afterEach(() => rm(join(folder, '..', '..'), { recursive: true }))

const mail = { to: 'a@house.example', subject: 'One', text: 'one', html: '<p>one</p>' }

describe('the outbox', () => {
  test('stores mails newest first, in files that only this user can read', async () => {
    await outbox.send({ ...mail, to: 'x, b@house.example', subject: 'Two' }, '02')
    await outbox.send(mail, '01')
    await outbox.send({ ...mail, subject: 'Three' }, '03')
    const stored = { ...mail, at: '2026-03-02T09:00:00.000Z', from: 'atelier@house.example' }
    expect(await outbox.list()).toEqual([
      { ...stored, id: '03', subject: 'Three' },
      { ...stored, id: '02', to: 'x, b@house.example', subject: 'Two' },
      { ...stored, id: '01' },
    ])
    const modes = [folder, join(folder, '01.json')].map(async (path) => ((await stat(path)).mode & 0o777).toString(8))
    expect(await Promise.all(modes)).toEqual(['700', '600'])
  })

  test('stores a mail that is sent again once', async () => {
    await outbox.send(mail, '01')
    await outbox.send({ ...mail, text: 'again' }, '01')
    expect((await outbox.list()).map(({ text }) => text)).toEqual(['again'])
  })

  test('retains the newest 200 mails, and other files', async () => {
    await writeFile(join(folder, 'notes.txt'), 'not a mail')
    for (let n = 100; n < 301; n++)
      await writeFile(join(folder, `${n}.json`), JSON.stringify({ ...mail, id: String(n) }))
    await outbox.send(mail, '301')
    const ids = (await outbox.list()).map(({ id }) => id)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, '301', '102'])
    await outbox.clear()
    expect(await readdir(folder)).toEqual(['notes.txt'])
  })

  test('leaves no partial file of a mail that cannot be stored', async () => {
    await mkdir(join(folder, '01.json'))
    await expect(outbox.send(mail, '01')).rejects.toThrow()
    expect(await readdir(folder)).toEqual(['01.json'])
  })
})
