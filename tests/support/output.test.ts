import { expect, test, vi } from 'vitest'
import { expectOutput, takeOutputFaults, watchOutput } from './output.ts'

test.each<[string, () => void, RegExp]>([
  ['console.warn', () => console.warn('%s is old', 'this'), /^unexpected output on console\.warn: this is old/],
  ['console.error', () => console.error(new Error('broken')), /^unexpected output on console\.error: Error: broken/],
  [
    'console.log by three.js',
    () => console.log('THREE.WebGLRenderer: Context Lost.'),
    /^unexpected output on console\.log: THREE\.WebGLRenderer: Context Lost/,
  ],
  ['stderr', () => process.stderr.write('raw'), /^unexpected output on stderr: raw/],
])('reports the output of a test to %s', (_, print, expectedFault) => {
  print()
  expect(takeOutputFaults()).toEqual([expect.stringMatching(expectedFault)])
  expect(takeOutputFaults()).toEqual([])
})

test('accepts the output of a test by console.log', () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  watchOutput()
  console.log('measured: %i ms', 3)
  expect(print).toHaveBeenCalledWith('measured: %i ms', 3)
  expect(takeOutputFaults()).toEqual([])
})

test('reports a process warning', async () => {
  process.emit('warning', Object.assign(new Error('soon gone'), { name: 'DeprecationWarning', stack: 'soon gone' }))
  expect(takeOutputFaults()).toEqual(['unexpected output on the process (a warning): soon gone'])
})

test('accepts output that the test has declared as expected, and reports all other output', () => {
  expectOutput('is old')
  expectOutput(/^broken \d$/)
  console.warn('this is old')
  console.error('broken 7')
  console.error('broken too')
  expect(takeOutputFaults()).toEqual(['unexpected output on console.error: broken too'])
})

test('reports expected output that is missing, unless it is optional', () => {
  expectOutput('never printed')
  expectOutput('printed at times', { isOptional: true })
  expect(takeOutputFaults()).toEqual(['expected output is missing: never printed'])
})
