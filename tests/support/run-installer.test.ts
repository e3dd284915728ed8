import { beforeEach, expect, test, vi } from 'vitest'
import { runInstaller } from './run-installer.ts'

const NOISE = "console.log('Reading package lists'); console.error('debconf: no dialog')"

let printed: string[] = []
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(text))
})

test('prints nothing for an installer that succeeds', () => {
  expect(runInstaller([process.execPath, '-e', NOISE])).toBe(true)
  expect(printed).toEqual([])
})

test('prints the command and all output of an installer that fails', () => {
  expect(runInstaller([process.execPath, '-e', `${NOISE}; process.exitCode = 100`])).toBe(false)
  expect(printed).toEqual([
    expect.stringMatching(/-e .* failed$/),
    expect.stringMatching(/^Reading package lists\s+debconf: no dialog$/),
  ])
})

test('names a missing installer in the printed error', () => {
  expect(runInstaller(['no-such-installer', 'update'])).toBe(false)
  expect(printed[0]).toMatch(/^no-such-installer update failed: .*ENOENT/)
})
