// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { StageLayout } from '../../../../src/ui/kit/layout/StageLayout.tsx'
import '../support.ts'

test('renders the main area outside the side column, and reports drops only on the main area', () => {
  const onDrop = vi.fn()
  const layout = (dropLabel: string | false) => (
    <StageLayout aside={<button type="button">Wear</button>} asideLabel="Wardrobe" {...{ dropLabel }} onDrop={onDrop}>
      <canvas aria-label="Stage" />
    </StageLayout>
  )
  const { rerender } = render(layout(false))
  const aside = screen.getByRole('complementary', { name: 'Wardrobe' })
  expect(aside.contains(screen.getByRole('button', { name: 'Wear' }))).toBe(true)
  expect(aside.contains(screen.getByLabelText('Stage'))).toBe(false)
  expect(screen.queryByText('Wear it')).toBeNull()
  rerender(layout('Wear it'))
  fireEvent.drop(screen.getByText('Wear it'))
  fireEvent.drop(aside)
  expect(onDrop).toHaveBeenCalledTimes(1)
})
