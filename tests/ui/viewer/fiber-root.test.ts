// @vitest-environment jsdom
import { Clock, getConsoleFunction, setConsoleFunction, warn } from 'three'
import { afterEach, expect, test, vi } from 'vitest'
import { createFiberRoot } from '../../../src/ui/viewer/fiber-root.ts'

const usual = getConsoleFunction()
afterEach(() => setConsoleFunction(usual))

test('a root is made without a word of clocks, and what three says afterwards is heard as before', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  createFiberRoot(document.createElement('canvas')).unmount()
  expect(warned.mock.calls).toEqual([])
  new Clock()
  warn('Something else')
  expect(warned.mock.calls.map(([said]) => said)).toEqual([
    expect.stringMatching(/^THREE\.Clock: /),
    'THREE.Something else',
  ])
})

test('a page that listens to three itself goes on listening', () => {
  const heard = vi.fn()
  setConsoleFunction(heard)
  createFiberRoot(document.createElement('canvas')).unmount()
  expect(getConsoleFunction()).toBe(heard)
  expect(heard).not.toHaveBeenCalled()
})
