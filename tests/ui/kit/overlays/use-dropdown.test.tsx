// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type LazyModule, lazyModule } from '../../../../src/ui/kit/loading/lazy-module.ts'
import { useDropdown } from '../../../../src/ui/kit/overlays/use-dropdown.ts'
import { navigatorWith } from '../../../support/navigator.ts'

const Panel = () => <p>The panel</p>

function DropdownButton({ panel }: { panel: LazyModule<typeof Panel> }) {
  const { button, Content, opening } = useDropdown(panel, 'dialog')
  return (
    <>
      <button type="button" {...button}>
        Open
      </button>
      {Content && opening.isOpen && <Content />}
    </>
  )
}

/** Renders a button with a panel. Returns a function that returns the number of requests for the panel's code. */
function show(saveData: boolean): () => number {
  vi.stubGlobal('navigator', navigatorWith({ connection: { saveData } }))
  let requestCount = 0
  const panel = lazyModule(async () => {
    requestCount += 1
    return Panel
  })
  render(<DropdownButton panel={panel} />)
  return () => requestCount
}

const hoverAndFocus = async () => {
  fireEvent.pointerEnter(screen.getByRole('button'))
  await act(async () => screen.getByRole('button').focus())
}

test('prefetches the code of a dropdown when its button is hovered or focused', async () => {
  const requestCount = show(false)
  await hoverAndFocus()
  expect(requestCount()).toBe(1)
  expect(screen.queryByText('The panel')).toBeNull()
})

test.each([
  ['a press', (button: HTMLElement) => fireEvent.click(button)],
  ['the arrow-down key', (button: HTMLElement) => fireEvent.keyDown(button, { key: 'ArrowDown' })],
])('fetches the code of a dropdown only on %s while data saving is on', async (_, press) => {
  const requestCount = show(true)
  await hoverAndFocus()
  expect(requestCount()).toBe(0)
  await act(async () => void press(screen.getByRole('button')))
  expect(await screen.findByText('The panel')).toBeTruthy()
  expect(requestCount()).toBe(1)
})

test.each(['Enter', ' ', 'ArrowDown'])('a dropdown opens on keydown of “%s” and triggers no click', async (key) => {
  show(false)
  await hoverAndFocus()
  // A click caused by the key would count as a screen reader's click. The focus would then wait until the layout has settled.
  const isDefaultAllowed = fireEvent.keyDown(screen.getByRole('button'), { key })
  expect(isDefaultAllowed).toBe(false)
  expect(await screen.findByText('The panel')).toBeTruthy()
})

test.each([{ key: 'a' }, { key: 'Enter', ctrlKey: true }, { key: 'Enter', repeat: true }])(
  'a dropdown does not open on the keydown event %j',
  async (init) => {
    show(false)
    await hoverAndFocus()
    expect(fireEvent.keyDown(screen.getByRole('button'), init)).toBe(true)
    expect(screen.queryByText('The panel')).toBeNull()
  },
)
