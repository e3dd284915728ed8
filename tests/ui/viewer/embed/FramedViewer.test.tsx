// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FramedViewer } from '../../../../src/ui/viewer/embed/FramedViewer.tsx'
import {
  type FrameNotification,
  type FrameReply,
  type FrameRequest,
  parseFrameRequest,
} from '../../../../src/ui/viewer/embed/frame-protocol.ts'
import { type CanvasStub, stubCanvas } from '../../../support/canvas-stub.ts'

let page: CanvasStub
let posted: (FrameNotification | FrameReply)[]
let sendCall: (call: FrameRequest['call'], argument?: unknown, id?: FrameRequest['id']) => void

beforeEach(() => {
  page = stubCanvas({ prefersReducedMotion: true })
  posted = []
  let deliver: (request: FrameRequest) => void = () => {}
  let lastId = 0
  sendCall = (call, argument, id = ++lastId) => deliver({ atelierViewer: 1, id, call, with: argument })
  const listen = (listener: (request: FrameRequest) => void) => {
    deliver = listener
    return () => {}
  }
  render(
    <FramedViewer
      initialOptions={{ label: 'Ines' }}
      blockedOptions={BLOCKED_OPTIONS}
      post={(message) => void posted.push(message)}
      listen={listen}
    />,
  )
})
afterEach(() => {
  cleanup()
  page.restore()
})

const BLOCKED_OPTIONS = ['decoderPath'] as const
const waitForReply = (id: FrameRequest['id']) =>
  waitFor(() => expect(posted.find((message) => 'reply' in message && message.reply === id)).toBeDefined())
const replyTo = async (id: FrameRequest['id']) => {
  await waitForReply(id)
  return posted.find((message) => 'reply' in message && message.reply === id)
}

test('a framed viewer reports that it is ready, and responds to hello with its version', async () => {
  expect(posted[0]).toEqual({ atelierViewer: 1, event: 'ready', detail: { version: 1 } })
  sendCall('hello')
  expect(await replyTo(1)).toEqual({ atelierViewer: 1, reply: 1, value: { version: 1 } })
})

test('replies to a call with the id of the call, which is a number or a string', async () => {
  for (const id of [0, '0', 'b7f1'] as const) {
    sendCall('hello', undefined, id)
    expect(await replyTo(id)).toEqual({ atelierViewer: 1, reply: id, value: { version: 1 } })
  }
})

test('sets valid options, and replies to an invalid option with an error message', async () => {
  sendCall('set', { label: 'Otto' })
  expect(await replyTo(1)).toEqual({ atelierViewer: 1, reply: 1, value: null })
  await waitFor(() => expect(document.querySelector('[aria-label="Otto"]')).not.toBeNull())
  sendCall('set', { label: 4, float: true })
  expect(await replyTo(2)).toEqual({ atelierViewer: 1, reply: 2, fault: 'label needs text' })
})

test('rejects options that would let a page run its own code in the frame', async () => {
  sendCall('set', { decoderPath: 'https://elsewhere.example/' })
  expect(await replyTo(1)).toEqual({ atelierViewer: 1, reply: 1, fault: 'decoderPath cannot be set here' })
})

test('forwards turnTo and info calls to the viewer', async () => {
  sendCall('turnTo', 0.5)
  sendCall('info')
  expect(await replyTo(2)).toMatchObject({ value: { state: 'empty', yaw: 0.5, model: null } })
})

test('forwards lookAt, moveTo and jumpTo calls to the viewer, and rejects invalid arguments', async () => {
  for (const [call, argument] of [
    ['lookAt', [0, 1, 2]],
    ['lookAt', undefined],
    ['moveTo', { yaw: 1 }],
    ['jumpTo', { elevation: 0.2, framing: 'face' }],
  ] as const) {
    sendCall(call, argument, call)
    expect(await replyTo(call)).toEqual({ atelierViewer: 1, reply: call, value: null })
  }
  const parse = (call: string, argument?: unknown) =>
    parseFrameRequest({ atelierViewer: 1, id: 1, call, with: argument })
  expect(parse('lookAt', 'away')).toMatchObject({ fault: 'lookAt needs cursor, camera or three numbers' })
  expect([parse('moveTo', { roll: 1 }), parse('jumpTo')]).toMatchObject([
    { fault: 'moveTo needs a view' },
    { fault: 'jumpTo needs a view' },
  ])
})
