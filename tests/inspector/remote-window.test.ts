import { expect, test, vi } from 'vitest'
import type { InspectorController } from '../../src/inspector/inspector-controller.ts'
import { createInspectorController } from '../../src/inspector/inspector-controller.ts'
import { createRecorder } from '../../src/inspector/recorder.ts'
import { createRemoteController, serveRemoteInspector } from '../../src/inspector/remote-window.ts'
import { createTimeTravel } from '../../src/inspector/time-travel.ts'

test('forwards commands of the separate window to the inspected page', async () => {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const pressed = {
    send: vi.fn(),
    fireTimer: vi.fn(),
    pause: vi.fn(),
    showStep: vi.fn(),
    suspend: vi.fn(),
    resumeActor: vi.fn(),
    clear: vi.fn(),
  }
  const controller: InspectorController = {
    ...createInspectorController(recorder, createTimeTravel(recorder)),
    ...pressed,
  }
  const stop = serveRemoteInspector(controller, 'page')
  const other = createRemoteController()
  await vi.waitFor(() => expect(other.isConnected()).toBe(true))
  other.send('x:1', { type: 'go' })
  other.fireTimer('x:1', 'timer')
  other.pause(true)
  other.showStep(3)
  other.suspend(true)
  other.resumeActor('x:1', 3)
  other.clear()
  await vi.waitFor(() => expect(pressed.clear).toHaveBeenCalled())
  expect(Object.entries(pressed).map(([name, { mock }]) => [name, ...mock.calls])).toEqual([
    ['send', ['x:1', { type: 'go' }]],
    ['fireTimer', ['x:1', 'timer']],
    ['pause', [true]],
    ['showStep', [3]],
    ['suspend', [true]],
    ['resumeActor', ['x:1', 3]],
    ['clear', []],
  ])
  other.close()
  stop()
})
