// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { useIsNarrowerThan } from '../../../src/ui/shell/use-is-narrower-than.ts'

function Page() {
  const page = useRef<HTMLParagraphElement>(null)
  return <p ref={page}>{useIsNarrowerThan(page, 1100) ? 'narrow' : 'wide'}</p>
}

test('uses the window width until the element is measured, then the element width', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(max-width: 1099.98px)' }))
  let resize = (_: number) => {}
  const disconnect = vi.fn()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: (entries: object[]) => void) {
        resize = (width) => callback([{ contentRect: { width } }])
      }
      observe() {}
      disconnect = disconnect
    },
  )
  const { container, unmount } = render(<Page />)
  expect(container.textContent).toBe('narrow')
  act(() => resize(1100))
  expect(container.textContent).toBe('wide')
  act(() => resize(1099))
  expect(container.textContent).toBe('narrow')
  unmount()
  expect(disconnect).toHaveBeenCalledOnce()
})
