import { beforeEach, expect, test, vi } from 'vitest'
import { runInstaller } from './run-installer.ts'

const NOISE = "console.log('Reading package lists'); console.error('debconf: no dialog')"

let printed: string[] = []
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(text))
})

test('an installer that succeeds prints nothing', () => {
  expect(runInstaller([process.execPath, '-e', NOISE])).toBe(true)
  expect(printed).toEqual([])
})

test('an installer that fails prints its command and all of its output', () => {
  expect(runInstaller([process.execPath, '-e', `${NOISE}; process.exitCode = 100`])).toBe(false)
  expect(printed).toEqual([
    expect.stringMatching(/-e .* failed$/),
    expect.stringMatching(/^Reading package lists\s+debconf: no dialog$/),
  ])
})

test('a missing installer is named in the printed error', () => {
  expect(runInstaller(['no-such-installer', 'update'])).toBe(false)
  expect(printed[0]).toMatch(/^no-such-installer update failed: .*ENOENT/)
})
