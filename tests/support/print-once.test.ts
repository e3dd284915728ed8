import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'

test('prints a line once, even if a reloaded module or a child process prints the line again', async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  for (const line of ['one line', 'one', 'one line']) {
    vi.resetModules()
    const { printOnce } = await import('./print-once.ts')
    printOnce(line)
  }
  expect(print.mock.calls).toEqual([['one line'], ['one']])

  const script = "import('./tests/support/print-once.ts').then(({ printOnce }) => ['one', 'other'].map(printOnce))"
  const child = fork('-e', [script], { execArgv: ['--import', 'tsx'], silent: true })
  const [printed] = await Promise.all([text(child.stdout!), once(child, 'close')])
  expect(printed).toBe('other\n')
})
