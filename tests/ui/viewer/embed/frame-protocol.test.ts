import { expect, test } from 'vitest'
import { frameAddress } from '../../../../src/ui/viewer/embed/frame.ts'
import { FRAME_VERSION, originOf, readAsk } from '../../../../src/ui/viewer/embed/frame-protocol.ts'

const ask = { atelierViewer: FRAME_VERSION, id: 1, call: 'set', with: { shadows: true } }

test('a call is read as it was sent', () => {
  expect(readAsk(ask)).toEqual(ask)
})

test.each([0, -1, 1.5, Number.MAX_SAFE_INTEGER, '1', 'x', '', 'a'.repeat(200)])(
  'a call of the id %o is answered by it',
  (id) => {
    expect(readAsk({ ...ask, id })).toEqual({ ...ask, id })
    expect(readAsk({ ...ask, id, call: 'explode' })).toMatchObject({ reply: id, fault: 'There is no call explode' })
    expect(readAsk({ ...ask, id, atelierViewer: 2 })).toMatchObject({ reply: id })
  },
)

test.each([
  null,
  'hello',
  4,
  {},
  { id: 1, call: 'set' },
  { atelierViewer: 1, call: 'set' },
  ...[undefined, null, Number.NaN, Number.POSITIVE_INFINITY, true, {}, [1], 1n, 'a'.repeat(201)].map((id) => ({
    ...ask,
    id,
  })),
])('%o is no message of ours', (data) => {
  expect(readAsk(data)).toBeNull()
})

test.each([
  [{ ...ask, atelierViewer: 2 }, 'This viewer speaks version 1'],
  [{ ...ask, call: 'explode' }, 'There is no call explode'],
  [{ ...ask, call: 'toString' }, 'There is no call toString'],
  [{ ...ask, call: 'turnTo', with: 'left' }, 'turnTo needs a number'],
])('%o is answered with a fault', (data, fault) => {
  expect(readAsk(data)).toEqual({ atelierViewer: FRAME_VERSION, reply: 1, fault })
})

test('an origin counts only when it is exactly one', () => {
  const texts = [null, '', 'https://a.example', 'https://a.example/', 'https://a.example/x', 'null', 'data:,x', '*']
  expect(texts.map(originOf)).toEqual([null, null, 'https://a.example', null, null, null, null, null])
})

test('a frame’s address says what is shown and whom it talks with', () => {
  const address = frameAddress(
    'https://atelier.example/embed',
    { source: 'https://files.example/a b.glb', shadows: true },
    { origin: 'https://shop.example', theme: 'dark' },
  )
  expect([...new URL(address).searchParams]).toEqual([
    ['src', 'https://files.example/a b.glb'],
    ['shadows', ''],
    ['origin', 'https://shop.example'],
    ['theme', 'dark'],
  ])
})
