// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FramedViewer } from '../../../../src/ui/viewer/embed/FramedViewer.tsx'
import {
  type FrameAsk,
  type FrameNews,
  type FrameReply,
  readAsk,
} from '../../../../src/ui/viewer/embed/frame-protocol.ts'
import { type StandInPage, standInCanvas } from '../../../support/canvas.ts'

let page: StandInPage
let said: (FrameNews | FrameReply)[]
let ask: (call: FrameAsk['call'], told?: unknown, id?: FrameAsk['id']) => void

beforeEach(() => {
  page = standInCanvas({ prefersReducedMotion: true })
  said = []
  let hear: (ask: FrameAsk) => void = () => {}
  let asked = 0
  ask = (call, told, id = ++asked) => hear({ atelierViewer: 1, id, call, with: told })
  const listen = (to: (ask: FrameAsk) => void) => {
    hear = to
    return () => {}
  }
  render(
    <FramedViewer
      first={{ label: 'Ines' }}
      barred={BARRED}
      post={(message) => void said.push(message)}
      listen={listen}
    />,
  )
})
afterEach(() => {
  cleanup()
  page.restore()
})

const BARRED = ['decoderPath'] as const
const reply = (id: FrameAsk['id']) =>
  waitFor(() => expect(said.find((it) => 'reply' in it && it.reply === id)).toBeDefined())
const replyTo = async (id: FrameAsk['id']) => {
  await reply(id)
  return said.find((it) => 'reply' in it && it.reply === id)
}

test('a framed viewer says that it is ready, and answers a greeting with its version', async () => {
  expect(said[0]).toEqual({ atelierViewer: 1, event: 'ready', detail: { version: 1 } })
  ask('hello')
  expect(await replyTo(1)).toEqual({ atelierViewer: 1, reply: 1, value: { version: 1 } })
})

test('a call is answered by its own id, whether a number or a text', async () => {
  for (const id of [0, '0', 'b7f1'] as const) {
    ask('hello', undefined, id)
    expect(await replyTo(id)).toEqual({ atelierViewer: 1, reply: id, value: { version: 1 } })
  }
})

test('options are set when they make sense, and refused in a sentence when they do not', async () => {
  ask('set', { label: 'Otto' })
  expect(await replyTo(1)).toEqual({ atelierViewer: 1, reply: 1, value: null })
  await waitFor(() => expect(document.querySelector('[aria-label="Otto"]')).not.toBeNull())
  ask('set', { label: 4, float: true })
  expect(await replyTo(2)).toEqual({ atelierViewer: 1, reply: 2, fault: 'label needs text' })
})

test('what would let a page run code of its own in the frame cannot be set', async () => {
  ask('set', { decoderPath: 'https://elsewhere.example/' })
  expect(await replyTo(1)).toEqual({ atelierViewer: 1, reply: 1, fault: 'decoderPath cannot be set here' })
})

test('turning and telling go through', async () => {
  ask('turnTo', 0.5)
  ask('info')
  expect(await replyTo(2)).toMatchObject({ value: { state: 'empty', yaw: 0.5, model: null } })
})

test('a look and a camera are led by calls, and those that make no sense are refused', async () => {
  for (const [call, told] of [
    ['lookAt', [0, 1, 2]],
    ['lookAt', undefined],
    ['moveTo', { yaw: 1 }],
    ['jumpTo', { elevation: 0.2, framing: 'face' }],
  ] as const) {
    ask(call, told, call)
    expect(await replyTo(call)).toEqual({ atelierViewer: 1, reply: call, value: null })
  }
  const of = (call: string, told?: unknown) => readAsk({ atelierViewer: 1, id: 1, call, with: told })
  expect(of('lookAt', 'away')).toMatchObject({ fault: 'lookAt needs cursor, camera or three numbers' })
  expect([of('moveTo', { roll: 1 }), of('jumpTo')]).toMatchObject([
    { fault: 'moveTo needs a view' },
    { fault: 'jumpTo needs a view' },
  ])
})
