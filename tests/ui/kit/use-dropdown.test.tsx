// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Part, part } from '../../../src/ui/kit/part.ts'
import { useDropdown } from '../../../src/ui/kit/use-dropdown.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Panel = () => <p>The panel</p>

function Bench({ panel }: { panel: Part<typeof Panel> }) {
  const { button, Part, opening } = useDropdown(panel, 'dialog')
  return (
    <>
      <button type="button" {...button}>
        Open
      </button>
      {Part && opening.isOpen && <Part />}
    </>
  )
}

/** A button that opens a panel; gives back how often the panel's code was asked for. */
function show(saveData: boolean): () => number {
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData } } }))
  let asked = 0
  const panel = part(async () => {
    asked += 1
    return Panel
  })
  render(<Bench panel={panel} />)
  return () => asked
}

const approach = async () => {
  fireEvent.pointerEnter(screen.getByRole('button'))
  await act(async () => screen.getByRole('button').focus())
}

test('the code of what a button opens is fetched as the pointer or the focus reaches it', async () => {
  const asked = show(false)
  await approach()
  expect(asked()).toBe(1)
  expect(screen.queryByText('The panel')).toBeNull()
})

test.each([
  ['a press', (button: HTMLElement) => fireEvent.click(button)],
  ['the arrow down', (button: HTMLElement) => fireEvent.keyDown(button, { key: 'ArrowDown' })],
])('where data is to be saved it is fetched by %s alone', async (_, press) => {
  const asked = show(true)
  await approach()
  expect(asked()).toBe(0)
  await act(async () => void press(screen.getByRole('button')))
  expect(await screen.findByText('The panel')).toBeTruthy()
  expect(asked()).toBe(1)
})
