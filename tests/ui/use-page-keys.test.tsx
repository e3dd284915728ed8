// @vitest-environment jsdom
import { act, fireEvent, render } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { usePageKeys } from '../../src/ui/use-page-keys.ts'

function Page({ onKey, isOn }: { onKey: (key: string) => void; isOn?: boolean }) {
  usePageKeys(({ key }) => onKey(key), isOn)
  return <button type="button">Press</button>
}

const press = () => fireEvent.keyDown(document.body, { key: 'Escape' })

test('handles a key pressed right after the first paint', async () => {
  const keys: string[] = []
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  // Renders as in production. React's test environment would run all effects before the test could press a key.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined }
  const before = environment.IS_REACT_ACT_ENVIRONMENT
  environment.IS_REACT_ACT_ENVIRONMENT = false
  onTestFinished(async () => {
    environment.IS_REACT_ACT_ENVIRONMENT = before
    await act(async () => root.unmount())
    container.remove()
  })
  const painted = new Promise<void>((resolve) =>
    new MutationObserver((_, observer) => {
      observer.disconnect()
      press()
      resolve()
    }).observe(container, { childList: true }),
  )
  root.render(<Page onKey={(key) => keys.push(key)} />)
  await painted
  expect(keys).toEqual(['Escape'])
})

test('usePageKeys calls the handler of the latest render, but none when disabled or unmounted', () => {
  const keys: string[] = []
  const { rerender, unmount } = render(<Page onKey={(key) => keys.push(`first ${key}`)} />)
  rerender(<Page onKey={(key) => keys.push(`second ${key}`)} />)
  press()
  expect(keys).toEqual(['second Escape'])
  rerender(<Page onKey={(key) => keys.push(`third ${key}`)} isOn={false} />)
  press()
  unmount()
  press()
  expect(keys).toEqual(['second Escape'])
})
