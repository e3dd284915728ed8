// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { FocusRestorer } from '../../../src/ui/shell/FocusRestorer.tsx'

const waitForFrames = async () => {
  for (let left = 3; left > 0; left--) await new Promise((done) => requestAnimationFrame(done))
}
const Frame = ({ names, hasRestorer = true }: { names: string[]; hasRestorer?: boolean }) => {
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div ref={frame}>
      {names.map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
      {hasRestorer && <FocusRestorer frame={frame} />}
    </div>
  )
}

test('moves the focus of a removed element to the next element', async () => {
  const { rerender } = render(<Frame names={['First', 'Second', 'Third']} />)
  screen.getByText('Second').focus()
  rerender(<Frame names={['First', 'Third']} />)
  await waitForFrames()
  expect(document.activeElement).toBe(screen.getByText('Third'))
})

test('does not move the focus after unmounting', async () => {
  const { rerender } = render(<Frame names={['First', 'Second', 'Third']} />)
  rerender(<Frame names={['First', 'Second', 'Third']} hasRestorer={false} />)
  screen.getByText('Second').focus()
  rerender(<Frame names={['First', 'Third']} hasRestorer={false} />)
  await waitForFrames()
  expect(document.activeElement).toBe(document.body)
})
