// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CopyButton } from '../../../src/ui/kit/CopyButton.tsx'
import './support.ts'

const show = () => render(<CopyButton text="atl_whole" label="Copy token" copiedText="Copied" />)
const press = () => act(async () => void fireEvent.click(screen.getByRole('button')))

test('the button copies its text, and confirms the copy visibly and to screen readers', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } })
  const { container } = show()
  expect(screen.getByRole('button').textContent).toBe('Copy token')
  await press()
  expect(copied).toEqual(['atl_whole'])
  expect(screen.getByRole('button').textContent).toBe('Copied')
  expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe('Copied')
})

test('removes the confirmation when the text to copy changes', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } })
  const { rerender } = show()
  await press()
  rerender(<CopyButton text="atl_other" label="Copy token" copiedText="Copied" />)
  expect(screen.getByRole('button').textContent).toBe('Copy token')
})

test('shows no confirmation when copying failed', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('no')) } })
  document.execCommand = () => false
  show()
  await press()
  expect(screen.getByRole('button').textContent).toBe('Copy token')
})
