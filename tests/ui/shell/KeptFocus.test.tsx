// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { KeptFocus } from '../../../src/ui/shell/KeptFocus.tsx'

afterEach(cleanup)

const frames = async () => {
  for (let left = 3; left > 0; left--) await new Promise((done) => requestAnimationFrame(done))
}
const Frame = ({ names, isKept = true }: { names: string[]; isKept?: boolean }) => {
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div ref={frame}>
      {names.map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
      {isKept && <KeptFocus frame={frame} />}
    </div>
  )
}

test('while it is there, what had the focus leaves it to what stood behind it', async () => {
  const { rerender } = render(<Frame names={['First', 'Second', 'Third']} />)
  screen.getByText('Second').focus()
  rerender(<Frame names={['First', 'Third']} />)
  await frames()
  expect(document.activeElement).toBe(screen.getByText('Third'))
})

test('once it is gone, nothing is led anywhere', async () => {
  const { rerender } = render(<Frame names={['First', 'Second', 'Third']} />)
  rerender(<Frame names={['First', 'Second', 'Third']} isKept={false} />)
  screen.getByText('Second').focus()
  rerender(<Frame names={['First', 'Third']} isKept={false} />)
  await frames()
  expect(document.activeElement).toBe(document.body)
})
