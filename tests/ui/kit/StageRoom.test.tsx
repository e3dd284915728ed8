// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { StageRoom } from '../../../src/ui/kit/StageRoom.tsx'
import './support.ts'

afterEach(cleanup)

test('a stage stands beside its column, hears what is dropped on it, and says what a drop would do', () => {
  const dropped = vi.fn()
  const room = (dropLabel: string | false) => (
    <StageRoom aside={<button type="button">Wear</button>} asideLabel="Wardrobe" {...{ dropLabel }} onDrop={dropped}>
      <canvas aria-label="Stage" />
    </StageRoom>
  )
  const { rerender } = render(room(false))
  const aside = screen.getByRole('complementary', { name: 'Wardrobe' })
  expect(aside.contains(screen.getByRole('button', { name: 'Wear' }))).toBe(true)
  expect(aside.contains(screen.getByLabelText('Stage'))).toBe(false)
  expect(screen.queryByText('Wear it')).toBeNull()
  rerender(room('Wear it'))
  fireEvent.drop(screen.getByText('Wear it'))
  fireEvent.drop(aside)
  expect(dropped).toHaveBeenCalledTimes(1)
})
