// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { usePageKeys } from '../../src/ui/use-page-keys.ts'

afterEach(cleanup)

function Page({ hear, isOn }: { hear: (key: string) => void; isOn?: boolean }) {
  usePageKeys(({ key }) => hear(key), isOn)
  return <button type="button">Press</button>
}

const press = () => fireEvent.keyDown(document.body, { key: 'Escape' })

test('a key pressed as soon as anything is to be seen is heard', async () => {
  const heard: string[] = []
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  // Drawn as for a reader: the test's tools would wait for effects of every kind first.
  const world = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined }
  const before = world.IS_REACT_ACT_ENVIRONMENT
  world.IS_REACT_ACT_ENVIRONMENT = false
  onTestFinished(async () => {
    world.IS_REACT_ACT_ENVIRONMENT = before
    await act(async () => root.unmount())
    place.remove()
  })
  const shown = new Promise<void>((resolve) =>
    new MutationObserver((_, observer) => {
      observer.disconnect()
      press()
      resolve()
    }).observe(place, { childList: true }),
  )
  root.render(<Page hear={(key) => heard.push(key)} />)
  await shown
  expect(heard).toEqual(['Escape'])
})

test('keys go to what hears them now, and to nobody who is off or gone', () => {
  const heard: string[] = []
  const { rerender, unmount } = render(<Page hear={(key) => heard.push(`first ${key}`)} />)
  rerender(<Page hear={(key) => heard.push(`second ${key}`)} />)
  press()
  expect(heard).toEqual(['second Escape'])
  rerender(<Page hear={(key) => heard.push(`third ${key}`)} isOn={false} />)
  press()
  unmount()
  press()
  expect(heard).toEqual(['second Escape'])
})
