import { expect, test, vi } from 'vitest'
import type { Desk } from '../../src/inspector/desk.ts'
import { createDesk } from '../../src/inspector/desk.ts'
import { createOtherDesk, serveWindow } from '../../src/inspector/other-window.ts'
import { createRecorder } from '../../src/inspector/record.ts'
import { createTravel } from '../../src/inspector/travel.ts'

test('what is pressed in a window of its own is done in the page that it shows', async () => {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const pressed = {
    send: vi.fn(),
    pass: vi.fn(),
    pause: vi.fn(),
    show: vi.fn(),
    suspend: vi.fn(),
    goOn: vi.fn(),
    clear: vi.fn(),
  }
  const desk: Desk = { ...createDesk(recorder, createTravel(recorder)), ...pressed }
  const stop = serveWindow(desk, 'page')
  const other = createOtherDesk()
  await vi.waitFor(() => expect(other.isThere()).toBe(true))
  other.send('x:1', { type: 'go' })
  other.pass('x:1', 'timer')
  other.pause(true)
  other.show(3)
  other.suspend(true)
  other.goOn('x:1', 3)
  other.clear()
  await vi.waitFor(() => expect(pressed.clear).toHaveBeenCalled())
  expect(Object.entries(pressed).map(([name, { mock }]) => [name, ...mock.calls])).toEqual([
    ['send', ['x:1', { type: 'go' }]],
    ['pass', ['x:1', 'timer']],
    ['pause', [true]],
    ['show', [3]],
    ['suspend', [true]],
    ['goOn', ['x:1', 3]],
    ['clear', []],
  ])
  other.close()
  stop()
})
