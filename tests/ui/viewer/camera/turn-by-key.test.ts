import { expect, test, vi } from 'vitest'
import { turnByKey } from '../../../../src/ui/viewer/camera/turn-by-key.ts'
import type { PoseStore } from '../../../../src/ui/viewer/motion/pose.ts'

/** Presses a key. Returns the calls of the pose, and whether the page handles the key. */
function press(keys: object, { constraint = null as object | null, mayZoom = true } = {}) {
  const calls: unknown[] = []
  const record =
    (name: string) =>
    (...args: unknown[]) =>
      void calls.push([name, ...args])
  const pose = {
    now: { yaw: 0.5, tilt: 0 },
    zoom: 1,
    turnTo: record('turnTo'),
    zoomTo: record('zoomTo'),
    constraint: constraint && Object.fromEntries(Object.keys(constraint).map((name) => [name, record(name)])),
  }
  const preventDefault = vi.fn()
  const event = { key: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, preventDefault, ...keys }
  turnByKey(event, pose as unknown as PoseStore, mayZoom)
  return { calls, isHandled: preventDefault.mock.calls.length > 0 }
}
const untouched = { calls: [], isHandled: false }

test.each(['ctrlKey', 'metaKey', 'altKey'])('leaves shortcuts with %s to the browser', (modifier) => {
  expect(press({ key: 'ArrowLeft', [modifier]: true }, { constraint: { pan: 1, lift: 1 } })).toEqual(untouched)
  expect(press({ key: '+', [modifier]: true })).toEqual(untouched)
})

test('turns by arrow keys and zooms by plus and minus, and leaves other keys to the page', () => {
  expect(press({ key: 'ArrowLeft' })).toEqual({ calls: [['turnTo', expect.any(Number)]], isHandled: true })
  expect(press({ key: '+' })).toEqual({ calls: [['zoomTo', expect.any(Number)]], isHandled: true })
  expect(press({ key: '+' }, { mayZoom: false })).toEqual(untouched)
  for (const key of ['Tab', 'x', 'toString']) expect(press({ key }, { constraint: { pan: 1 } })).toEqual(untouched)
})

test.each([
  ['ArrowLeft', [12, 0]],
  ['ArrowRight', [-12, 0]],
  ['ArrowUp', [0, 12]],
  ['ArrowDown', [0, -12]],
] as const)('pans by Shift and %s only if panning is enabled', (key, offset) => {
  const keys = { key, shiftKey: true }
  expect(press(keys, { constraint: { pan: 1, lift: 1 } })).toEqual({ calls: [['pan', ...offset]], isHandled: true })
  for (const constraint of [null, { lift: 1 }]) expect(press(keys, { constraint }).calls.flat()).not.toContain('lift')
})

test('raises and lowers the camera by arrow keys only if that is enabled', () => {
  const constraint = { pan: 1, lift: 1 }
  expect(press({ key: 'ArrowUp' }, { constraint })).toEqual({ calls: [['lift', 12]], isHandled: true })
  expect(press({ key: 'ArrowDown' }, { constraint })).toEqual({ calls: [['lift', -12]], isHandled: true })
  expect(press({ key: 'ArrowUp' }, { constraint: { pan: 1 } }).calls.flat()).not.toContain('lift')
  // Left and right still turn the model.
  expect(press({ key: 'ArrowLeft' }, { constraint }).calls).toEqual([['turnTo', expect.any(Number)]])
})
