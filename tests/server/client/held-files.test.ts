import { expect, test } from 'vitest'
import { HeldFiles, hasIt } from '../../../server/client/held-files.ts'

const file = (bytes: number) => ({ headers: { etag: '"a"' }, bytes: new Uint8Array(bytes) })

test('keeps so many bytes and no more: what was not asked for longest goes first', () => {
  const held = new HeldFiles(10)
  held.keep('/a', 'br', file(4))
  held.keep('/b', 'br', file(4))
  held.get('/a', 'br')
  held.keep('/c', '', file(4))
  expect(['/a', '/b', '/c'].map((path) => held.get(path, path === '/c' ? '' : 'br')?.bytes.length)).toEqual([
    4,
    undefined,
    4,
  ])
  held.keep('/large', '', file(11))
  expect([held.get('/large', ''), held.get('/a', 'br')?.bytes.length]).toEqual([undefined, 4])
})

test('what is kept twice counts once, and encodings are told apart', () => {
  const held = new HeldFiles(10)
  for (let time = 0; time < 5; time += 1) held.keep('/a', 'br', file(4))
  held.keep('/a', 'gzip', file(5))
  expect([held.get('/a', 'br')?.bytes.length, held.get('/a', 'gzip')?.bytes.length, held.get('/a', '')]).toEqual([
    4,
    5,
    undefined,
  ])
})

test('who names the mark has it', () => {
  expect([undefined, '"b"', '"a"', 'W/"a"', '"b", "a"'].map((it) => hasIt(file(1), it))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
})
