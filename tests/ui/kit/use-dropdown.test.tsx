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

test.each(['Enter', ' ', 'ArrowDown'])(
  'the key “%s” opens it as it goes down, and presses nothing after that',
  async (key) => {
    show(false)
    await approach()
    // A press that comes of a key would count as one of a screen reader, for which the focus rests until all stands still.
    const isLeft = fireEvent.keyDown(screen.getByRole('button'), { key })
    expect(isLeft).toBe(false)
    expect(await screen.findByText('The panel')).toBeTruthy()
  },
)

test.each([{ key: 'a' }, { key: 'Enter', ctrlKey: true }, { key: 'Enter', repeat: true }])(
  '%j opens nothing',
  async (init) => {
    show(false)
    await approach()
    expect(fireEvent.keyDown(screen.getByRole('button'), init)).toBe(true)
    expect(screen.queryByText('The panel')).toBeNull()
  },
)
