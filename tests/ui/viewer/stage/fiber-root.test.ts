// @vitest-environment jsdom
import { Clock, getConsoleFunction, setConsoleFunction, warn } from 'three'
import { afterEach, expect, test, vi } from 'vitest'
import { createFiberRoot } from '../../../../src/ui/viewer/stage/fiber-root.ts'

const defaultLogger = getConsoleFunction()
afterEach(() => setConsoleFunction(defaultLogger))

test('createFiberRoot suppresses the Clock warning of three.js, but no later warnings', () => {
  const warnSpy = vi.spyOn(console, 'warn').mockImplementation(() => {})
  createFiberRoot(document.createElement('canvas')).unmount()
  expect(warnSpy.mock.calls).toEqual([])
  new Clock()
  warn('Something else')
  expect(warnSpy.mock.calls.map(([message]) => message)).toEqual([
    expect.stringMatching(/^THREE\.Clock: /),
    'THREE.Something else',
  ])
})

test('createFiberRoot keeps the console function that the page has set on three.js', () => {
  const logger = vi.fn()
  setConsoleFunction(logger)
  createFiberRoot(document.createElement('canvas')).unmount()
  expect(getConsoleFunction()).toBe(logger)
  expect(logger).not.toHaveBeenCalled()
})
