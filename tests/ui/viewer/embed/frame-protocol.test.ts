import { expect, test } from 'vitest'
import { frameAddress } from '../../../../src/ui/viewer/embed/frame.ts'
import { FRAME_VERSION, parseFrameRequest, parseOrigin } from '../../../../src/ui/viewer/embed/frame-protocol.ts'

const request = { atelierViewer: FRAME_VERSION, id: 1, call: 'set', with: { shadows: true } }

test('parses a valid call unchanged', () => {
  expect(parseFrameRequest(request)).toEqual(request)
})

test.each([0, -1, 1.5, Number.MAX_SAFE_INTEGER, '1', 'x', '', 'a'.repeat(200)])(
  'keeps the id %o of a call in the parsed call and in an error reply',
  (id) => {
    expect(parseFrameRequest({ ...request, id })).toEqual({ ...request, id })
    expect(parseFrameRequest({ ...request, id, call: 'explode' })).toMatchObject({
      reply: id,
      fault: 'There is no call explode',
    })
    expect(parseFrameRequest({ ...request, id, atelierViewer: 2 })).toMatchObject({ reply: id })
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
    ...request,
    id,
  })),
])('ignores %o as a message of another protocol', (data) => {
  expect(parseFrameRequest(data)).toBeNull()
})

test.each([
  [{ ...request, atelierViewer: 2 }, 'This viewer speaks version 1'],
  [{ ...request, call: 'explode' }, 'There is no call explode'],
  [{ ...request, call: 'toString' }, 'There is no call toString'],
  [{ ...request, call: 'turnTo', with: 'left' }, 'turnTo needs a number'],
])('replies to %o with an error', (data, fault) => {
  expect(parseFrameRequest(data)).toEqual({ atelierViewer: FRAME_VERSION, reply: 1, fault })
})

test('parseOrigin accepts only an exact origin, without trailing slash, path or wildcard', () => {
  const texts = [null, '', 'https://a.example', 'https://a.example/', 'https://a.example/x', 'null', 'data:,x', '*']
  expect(texts.map(parseOrigin)).toEqual([null, null, 'https://a.example', null, null, null, null, null])
})

test('writes viewer options, the origin of the page and the theme into the URL of a frame', () => {
  const url = frameAddress(
    'https://atelier.example/embed',
    { source: 'https://files.example/a b.glb', shadows: true },
    { origin: 'https://shop.example', theme: 'dark' },
  )
  expect([...new URL(url).searchParams]).toEqual([
    ['src', 'https://files.example/a b.glb'],
    ['shadows', ''],
    ['origin', 'https://shop.example'],
    ['theme', 'dark'],
  ])
})
