// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useNarrow } from '../../../src/ui/shell/use-narrow.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page() {
  const page = useRef<HTMLParagraphElement>(null)
  return <p ref={page}>{useNarrow(page, 1100) ? 'narrow' : 'wide'}</p>
}

test('the window decides until the element has a size, then that does, until it is gone', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(max-width: 1099.98px)' }))
  let tell = (_: number) => {}
  const disconnect = vi.fn()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(heard: (entries: object[]) => void) {
        tell = (width) => heard([{ contentRect: { width } }])
      }
      observe() {}
      disconnect = disconnect
    },
  )
  const { container, unmount } = render(<Page />)
  expect(container.textContent).toBe('narrow')
  act(() => tell(1100))
  expect(container.textContent).toBe('wide')
  act(() => tell(1099))
  expect(container.textContent).toBe('narrow')
  unmount()
  expect(disconnect).toHaveBeenCalledOnce()
})
