// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Button } from '../../../src/ui/kit/Button.tsx'
import { Confirm } from '../../../src/ui/kit/Confirm.tsx'
import { Dialog } from '../../../src/ui/kit/Dialog.tsx'
import { Sheet } from '../../../src/ui/kit/Sheet.tsx'
import { press } from './support.ts'

afterEach(cleanup)

function ask(busy = false): string[] {
  const heard: string[] = []
  render(
    <Confirm
      isOpen
      title="Delete Ferry Cap?"
      verb="Delete"
      cancelText="Cancel"
      busy={busy && 'Working…'}
      onConfirm={() => heard.push('confirmed')}
      onCancel={() => heard.push('cancelled')}
      losses={[{ icon: <i />, text: '4 morphed copies' }]}
    >
      This cannot be undone.
    </Confirm>,
  )
  return heard
}

describe('Confirm', () => {
  test('the focus starts on Cancel', () => {
    ask()
    expect(screen.getByRole('alertdialog', { name: 'Delete Ferry Cap?' })).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Cancel')
  })

  test('the red button repeats the verb and confirms; Cancel and Escape leave everything as it is', () => {
    const heard = ask()
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    press(document.activeElement!, 'Escape')
    expect(heard).toEqual(['confirmed', 'cancelled', 'cancelled'])
  })

  test('a press beside the question is no answer', () => {
    const heard = ask()
    fireEvent.click(document.body)
    expect(heard).toEqual([])
  })

  test('while the work is under way it cannot be confirmed again', () => {
    const heard = ask(true)
    fireEvent.click(screen.getByRole('button', { name: /Delete/ }))
    expect(heard).toEqual([])
  })
})

describe('Dialog and Sheet', () => {
  test('a Dialog is named by its title and closes by its button', () => {
    let closed = 0
    render(
      <Dialog
        isOpen
        title="Both versions"
        closeLabel="Close"
        onClose={() => closed++}
        footer={<Button>Keep mine</Button>}
      />,
    )
    expect(screen.getByRole('dialog', { name: 'Both versions' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(closed).toBe(1)
  })

  test('a Sheet is named by its title, takes the focus and closes on Escape', async () => {
    let closed = 0
    // By keys the focus comes at once; after a press without a pointer, as assistive technology makes it, once nothing moves.
    press(document.body, 'Tab')
    render(
      <Sheet isOpen title="All Filters" closeLabel="Close" size="full" onClose={() => closed++}>
        Fields
      </Sheet>,
    )
    const sheet = screen.getByRole('dialog', { name: 'All Filters' })
    await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true))
    press(document.activeElement!, 'Escape')
    expect(closed).toBe(1)
  })
})
